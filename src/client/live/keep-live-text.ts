import type { EditedTranscript } from '../../contract/transcripts/edited-transcript.ts';
import { untilRecognised } from '../../document/live-transcript.ts';
import { saveEditAhead } from '../../storage/corrections/save-edit.ts';
import { versions } from '../corrections/edits.ts';

/** A session's text as the machine wrote it, and as a person made it. */
interface LiveDocuments {
  machine: EditedTranscript;
  edited: EditedTranscript;
}

/** Stores what a person made of a session's text before the session becomes a job, which takes it over at its end. Throws 507. */
export const keepCorrections = (id: string, { machine, edited }: LiveDocuments): Promise<void> =>
  saveEditAhead(id, untilRecognised(machine, edited));

/** Keeps the whole live text as a version of the job that the session has become. */
export const keepLiveText = (id: string, { edited }: LiveDocuments, label: string): Promise<void> =>
  versions.keep(id, edited, label);
