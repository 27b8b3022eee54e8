import type { CorrectedTranscript } from '../../../contract/transcripts/corrected-transcript.ts';
import type { Change } from '../../../document/edits/change.ts';

/** What is being written and is not a change yet: text that an input method composes, or a field that has the focus. */
export interface Draft {
  /** Id of what it is written in. */
  of: string;
  label: string;
  /** The change that it is, of a document. */
  make: (document: CorrectedTranscript) => Change | null;
}
