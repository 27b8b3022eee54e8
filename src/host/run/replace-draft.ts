import { announce } from '../../contract/realms/channel.ts';
import { correctingLock } from '../../contract/realms/correcting-lock.ts';
import type { TranscriptionResult } from '../../contract/transcripts/transcription-result.ts';
import { makeDocument } from '../../document/make-document.ts';
import { carryOver } from '../../document/runs/carry-over.ts';
import { getCorrected } from '../../storage/corrections/corrected-store.ts';
import { keepReadable, saveReadable } from '../../storage/corrections/save-readable.ts';
import { getJob, updateJob } from '../../storage/jobs/job-store.ts';
import { announceJob } from '../job-events.ts';
import type { JobResult } from './complete-result.ts';

const documentOf = ({ transcription, metadata }: TranscriptionResult) =>
  makeDocument(transcription?.utterances ?? [], metadata.audio_duration);

/**
 * Puts an installed model's result in the place of a draft, with its corrections, unless it was deleted or is a draft
 * no more. A tab that corrects it carries them over itself.
 */
export async function replaceDraft(jobId: string, { result, session }: JobResult): Promise<void> {
  const draft = await getJob(jobId);
  if (!draft?.result || !draft.session.draft) return;
  const before = draft.result;
  // First: a page that reads the new result finds the corrections of it there, too.
  await navigator.locks.request(correctingLock(jobId), { ifAvailable: true }, async (lock) => {
    const edit = lock && (await getCorrected(jobId));
    if (!edit) return;
    // Words that were taken out may be others now.
    await keepReadable(jobId, edit.document, 'Before another run');
    const { document } = carryOver(documentOf(before), edit.document, documentOf(result));
    await saveReadable(jobId, document, edit);
    announce({ type: 'edit-saved', id: jobId });
  });
  const replaced = await updateJob(jobId, ({ status }) => (status === 'done' ? { result, session } : null));
  if (replaced) announceJob(replaced);
}
