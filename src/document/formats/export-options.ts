import type { CorrectedTranscript } from '../../contract/transcripts/corrected-transcript.ts';
import type {
  CaptionLayout,
  CaptionLook,
  FrameRate,
  Timestamps,
} from '../../contract/transcripts/transcript-formats.ts';
import type { CueOptions } from '../cues/document-cues.ts';
import type { SoundSpan } from './sound-labels.ts';

export interface ExportOptions extends CueOptions {
  /** Defaults to `paragraph` in HTML and to `off` in other texts. */
  timestamps?: Timestamps | undefined;
  /**
   * Whether speakers are distinguished. False leaves them out; true also shows them in SRT and ASS, which have no other
   * place for them. By default each format has them where readers expect them.
   */
  speakers?: boolean | undefined;
  /** What the recording is called, for formats with a title. */
  title?: string | undefined;
  /** When it was recorded or added, in ISO 8601, for notes. */
  date?: string | undefined;
  /** Address of the recording for the player of the HTML page and the links of notes: relative, http(s), blob or data. */
  audio?: string | undefined;
  /** Frames per second of the time codes in EDL and FCPXML. Defaults to 25. */
  frameRate?: FrameRate | undefined;
  /** The same transcript in further languages, shown beside the first. */
  beside?: readonly CorrectedTranscript[] | undefined;
  /** Where captions in further languages are. Defaults to `stacked`. */
  layout?: CaptionLayout | undefined;
  /** How the spoken word is shown, and how many words at a time; both default to the document's style. */
  look?: CaptionLook | undefined;
  words?: number | undefined;
  /** Sounds that are named among the words; absent for none. */
  sounds?: readonly SoundSpan[] | undefined;
  /** The text of a template, for the format `template`. */
  template?: string | undefined;
}
