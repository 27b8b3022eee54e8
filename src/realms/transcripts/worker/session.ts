import { expose, transfer } from 'comlink';
import '../../every-worker/shared/comlink-errors.ts';
import type { TranscriptCall, TranscriptOutcome } from '../../../contract/realms/transcript-work.ts';
import { findReplacements } from '../../../document/reading/find-text.ts';
import { finderOf } from '../../../document/reading/finder.ts';
import { bytesOf, serveCall } from '../../every-worker/shared/serve-call.ts';
import type { TranscriptsWorkerApi } from '../shared/api.ts';

/** Reads and writes transcripts of any length, and searches them. */
export function exposeTranscripts(): void {
  const api: TranscriptsWorkerApi = {
    prepare: () => undefined,
    find: ({ texts, pattern, replacement, ...options }) => {
      const finder = finderOf(pattern, { ...options, regex: true });
      return finder ? findReplacements(texts, finder, replacement) : [];
    },
    work: async (call) => {
      const outcome = await workOn(call);
      return transfer(outcome, bytesOf(outcome));
    },
    serve: (port, lock) => serveCall(port, lock, workOn),
  };
  expose(api);
}

/** Loaded only now: a search needs none of it. */
async function workOn(call: TranscriptCall): Promise<TranscriptOutcome> {
  const { doTranscriptWork } = await import('../../../service/do-transcript-work.ts');
  const outcome = await doTranscriptWork(call);
  if ('error' in outcome || typeof outcome.value.content !== 'string') return outcome;
  // Bytes change hands as they are; a text of megabytes would be copied and encoded by the receiver.
  return { value: { ...outcome.value, content: new TextEncoder().encode(outcome.value.content) } };
}
