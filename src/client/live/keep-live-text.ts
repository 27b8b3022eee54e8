import type { CorrectedTranscript } from '../../contract/transcripts/corrected-transcript.ts';
import { untilRecognised } from '../../document/runs/live-transcript.ts';
import { saveCorrectedAhead } from '../../storage/corrections/save-corrected.ts';

/**
 * Stores what a person made of a session's text before the session becomes a job, which takes it over at its end. Throws 507.
 *
 * @param id of the session, and of the job that it becomes
 */
export const keepCorrections = (
  id: string,
  { machine, edited }: Record<'machine' | 'edited', CorrectedTranscript>,
): Promise<void> => saveCorrectedAhead(id, untilRecognised(machine, edited));
