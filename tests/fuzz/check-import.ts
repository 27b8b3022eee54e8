import { correctedTranscript } from '../../src/contract/transcripts/corrected-transcript.ts';
import { transcriptJson } from '../../src/contract/transcripts/transcript-json.ts';
import { transcriptionResult } from '../../src/contract/transcripts/transcription-result.ts';
import { applyChange } from '../../src/document/edits/change.ts';
import { setText, splitParagraph } from '../../src/document/edits/edit-text.ts';
import { alignEarlier, importOf } from '../../src/host/run/import-of-job.ts';
import { getCorrected, getVersion, listVersions } from '../../src/storage/corrections/corrected-store.ts';
import { saveReadable } from '../../src/storage/corrections/save-readable.ts';
import { deleteJob, updateJob } from '../../src/storage/jobs/job-store.ts';
import { putJob } from '../contract/stored.ts';
import { RESULT, type TranscriptCase } from './transcript-case.ts';

/** Sends a request to the service with the app's key. */
export type Call = (path: string, init?: RequestInit) => Promise<Response>;

/** What came of a case; `crashed` if an answer was a 5xx, or something that was taken could not be read again. */
export interface Outcome {
  outcome: 'accepted' | 'refused' | 'crashed';
  detail: string;
}

/** Imports a file for a job as the service does, then reads, corrects and exports what was taken. */
export async function checkImport(
  { name, bytes, isDone, formats }: TranscriptCase,
  call: Call,
): Promise<Outcome> {
  const finished = { status: 'done', completed_at: '2026-01-01T00:00:10.000Z', result: RESULT } as const;
  const { id } = await putJob(isDone ? finished : {});
  const path = `/v2/pre-recorded/${id}/transcript`;
  try {
    const sent = await call(`${path}?name=${name}`, { method: 'POST', body: bytes });
    if (!sent.ok) return refusal(sent);
    await readBack(id);
    if (!isDone) {
      transcriptionResult.parse((await importOf(id))?.result);
      await updateJob(id, () => finished);
      await alignEarlier(id, RESULT);
      await readBack(id);
    }
    transcriptJson.parse(await (await call(path)).json());
    for (const format of formats) {
      const answer = await call(`${path}?format=${format}`);
      await answer.arrayBuffer();
      if (answer.status >= 500) throw new Error(`as ${format}: ${answer.status}`);
    }
    await correct(id);
    return { outcome: 'accepted', detail: '' };
  } catch (error) {
    return crashed(error);
  } finally {
    await deleteJob(id);
  }
}

/** A refusal names its reason; anything else is a fault. */
export async function refusal(response: Response): Promise<Outcome> {
  const { message } = await response.json();
  const isNamed = response.status < 500 && typeof message === 'string' && message.length > 0;
  return { outcome: isNamed ? 'refused' : 'crashed', detail: `${response.status} ${message}` };
}

export const crashed = (error: unknown): Outcome => ({
  outcome: 'crashed',
  detail:
    error instanceof Error
      ? `${error.name}: ${error.message} ${error.stack?.split('\n')[1] ?? ''}`
      : String(error),
});

/** Everything that is stored can be read, and a backup of it could be restored. */
async function readBack(id: string): Promise<void> {
  correctedTranscript.parse((await getCorrected(id))?.document);
  for (const { number } of await listVersions(id)) correctedTranscript.parse(await getVersion(id, number));
}

/** Corrects the text as the editor does. */
async function correct(id: string): Promise<void> {
  const edit = await getCorrected(id);
  if (!edit) throw new Error('Nothing is stored.');
  let { document } = edit;
  for (const change of [
    setText(document, 0, 'Something else is said here'),
    splitParagraph(document, 0, 3),
  ]) {
    if (change && document.paragraphs.length > 0) document = applyChange(document, change).document;
  }
  await saveReadable(id, document, edit);
  await readBack(id);
}
