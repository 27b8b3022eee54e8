import { announce } from '../../contract/realms/channel.ts';
import type { Transcription, TranscriptionResult } from '../../contract/transcripts/transcription-result.ts';
import { alignImported, importedResult } from '../../document/import/imported-document.ts';
import { makeDocument } from '../../document/make-document.ts';
import { recognised } from '../../document/runs/live-transcript.ts';
import { getCorrected } from '../../storage/corrections/corrected-store.ts';
import { saveReadable } from '../../storage/corrections/save-readable.ts';

/** What a job without a model ends with: the transcript that was imported for it; null if none was. */
export async function importOf(
  jobId: string,
): Promise<{ name: string; result: TranscriptionResult & { transcription: Transcription } } | null> {
  const edit = await getCorrected(jobId);
  const name = edit?.document.imported?.name;
  return edit && name !== undefined ? { name, result: importedResult(edit.document) } : null;
}

/**
 * Gives the words of an imported transcript the recognised times, and moves what a person made of a live text to the
 * transcript that replaces it.
 */
export async function alignEarlier(jobId: string, result: TranscriptionResult): Promise<void> {
  const edit = await getCorrected(jobId);
  if (!edit) return;
  const machine = makeDocument(result.transcription?.utterances ?? [], result.metadata.audio_duration);
  const aligned = alignImported(recognised(edit.document, machine), machine);
  if (aligned === edit.document) return;
  await saveReadable(jobId, aligned, edit);
  announce({ type: 'edit-saved', id: jobId });
}
