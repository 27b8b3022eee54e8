import { expose, transfer } from 'comlink';
import '../../every-worker/shared/comlink-errors.ts';
import type {
  TranscriptCall,
  TranscriptOutcome,
  TranscriptWorkReply,
} from '../../../contract/realms/transcript-work.ts';
import { findReplacements } from '../../../document/reading/find-text.ts';
import { finderOf } from '../../../document/reading/finder.ts';
import type { TranscriptsWorkerApi } from '../shared/api.ts';

/** How long a call may take to come after it was asked for: whoever asked may have been ended. */
const CALL_LIMIT_MS = 30_000;

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
    serve: (port, lock) => navigator.locks.request(lock, () => serveOnce(port)),
  };
  expose(api);
}

/** Loaded only now: a search needs none of it. */
async function workOn(call: TranscriptCall): Promise<TranscriptOutcome> {
  const { doTranscriptWork } = await import('../../../service/do-transcript-work.ts');
  const outcome = await doTranscriptWork(call);
  if ('error' in outcome || typeof outcome.value.content !== 'string') return outcome;
  // Bytes change hands as they are; a text of megabytes would be copied and encoded by whoever gets it.
  return { value: { ...outcome.value, content: new TextEncoder().encode(outcome.value.content) } };
}

const bytesOf = (outcome: TranscriptOutcome): Transferable[] =>
  'value' in outcome && typeof outcome.value.content !== 'string' ? [outcome.value.content.buffer] : [];

async function serveOnce(port: MessagePort): Promise<void> {
  const reply = (message: TranscriptWorkReply, transferred: Transferable[] = []) =>
    port.postMessage(message, transferred);
  const coming = new Promise<TranscriptCall | null>((resolve) => {
    const timer = setTimeout(() => resolve(null), CALL_LIMIT_MS);
    port.onmessage = ({ data }: MessageEvent<TranscriptCall>) => {
      clearTimeout(timer);
      resolve(data);
    };
  });
  reply('here');
  const call = await coming;
  if (call) {
    await workOn(call).then(
      (outcome) => reply(outcome, bytesOf(outcome)),
      (error: unknown) => {
        console.error(error);
        reply({ fault: String(error) });
      },
    );
  }
  port.close();
}
