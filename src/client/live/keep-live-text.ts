import type { CorrectedTranscript } from '../../contract/transcripts/corrected-transcript.ts';
import { LIVE_VERSION, untilRecognised } from '../../document/runs/live-transcript.ts';
import { getCorrected, getVersion, listVersions } from '../../storage/corrections/corrected-store.ts';
import {
  deleteCorrectedAhead,
  keepVersion,
  saveCorrected,
  saveCorrectedAhead,
} from '../../storage/corrections/save-corrected.ts';

/** Stores a person's edits before the session becomes a job, of the same id, which takes them over. Throws 507. */
export const keepCorrections = (
  id: string,
  { machine, edited }: Record<'machine' | 'edited', CorrectedTranscript>,
): Promise<void> => saveCorrectedAhead(id, untilRecognised(machine, edited));

/** Gives what a person made of the text of a session that was interrupted to the job of its sound. Throws as storing does. */
export async function takeOverCorrections(sessionId: string, jobId: string): Promise<void> {
  const document = (await getCorrected(sessionId))?.document;
  if (!document) return;
  await saveCorrected(jobId, document, { revision: 0, document: null });
  const { live, ...rest } = document;
  if (live && live.length > 0)
    await keepVersion(jobId, { ...rest, paragraphs: live, notes: [] }, LIVE_VERSION).catch(console.warn);
  await deleteCorrectedAhead(sessionId);
}

/** The live text of a recording whose job is not done: as a person corrected it, else as it was spoken; null if there is none. */
export async function readLiveText(jobId: string): Promise<CorrectedTranscript | null> {
  const corrected = await getCorrected(jobId);
  if (corrected?.document.live) return corrected.document;
  const version = (await listVersions(jobId)).find(({ label }) => label === LIVE_VERSION);
  return version ? getVersion(jobId, version.number) : null;
}
