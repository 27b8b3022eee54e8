import type { EditedTranscript } from '../../contract/transcripts/edited-transcript.ts';
import { untilRecognised } from '../../document/runs/live-transcript.ts';
import { saveEditAhead } from '../../storage/corrections/save-edit.ts';

/**
 * Stores what a person made of a session's text before the session becomes a job, which takes it over at its end. Throws 507.
 *
 * @param id of the session, and of the job that it becomes
 */
export const keepCorrections = (
  id: string,
  { machine, edited }: Record<'machine' | 'edited', EditedTranscript>,
): Promise<void> => saveEditAhead(id, untilRecognised(machine, edited));
