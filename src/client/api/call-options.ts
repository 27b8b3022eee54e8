import type { JobStatus } from '../../contract/jobs/pre-recorded-job.ts';
import type { PreRecordedRequestInput } from '../../contract/jobs/pre-recorded-request.ts';
import type { ImportFormat } from '../../contract/transcripts/imported-transcript.ts';
import type { TranslationLanguageCode } from '../../contract/transcripts/language-code.ts';
import type {
  CaptionLayout,
  CaptionLook,
  FewWords,
  FrameRate,
  Timestamps,
  TranscriptFormat,
} from '../../contract/transcripts/transcript-formats.ts';
import type { TranscriptJson } from '../../contract/transcripts/transcript-json.ts';

export interface CallOptions {
  /** Ends the call, which then fails with `cancelled`. */
  signal?: AbortSignal | undefined;
}

export interface ListOptions extends CallOptions {
  /** Number of newest jobs to skip; defaults to 0. */
  offset?: number;
  /** Maximum number of jobs; defaults to 20. */
  limit?: number;
  /** Only jobs in one of these states. */
  status?: JobStatus[];
  /** Only jobs created on this day (UTC): a Date or ISO 8601 text, like the next two. */
  date?: Date | string;
  /** Only jobs created before this time. */
  before_date?: Date | string;
  /** Only jobs created at or after this time. */
  after_date?: Date | string;
  /** Only jobs with all these metadata entries. */
  custom_metadata?: Record<string, unknown>;
  /** Whether results have their utterances; defaults to true. */
  utterances?: boolean;
}

/** What an export is: an object, bytes or a text. */
export type TranscriptIn<Format extends TranscriptFormat> = Format extends 'json'
  ? TranscriptJson
  : Format extends 'docx'
    ? Blob
    : string;

/** Choices of an export: those of the query of `GET /v2/pre-recorded/{id}/transcript`. */
export interface ExportChoices {
  /** Whether speakers are called by the names that people gave them; false by default. */
  names?: boolean | undefined;
  /** Where texts have time stamps: nowhere, before paragraphs or before sentences. */
  timestamps?: Timestamps | undefined;
  /** Whether speakers are distinguished; true also writes them into the rows of SRT and ASS. */
  speakers?: boolean | undefined;
  /** Whether sounds that were found are named in texts: "[music]". */
  sounds?: boolean | undefined;
  /** A language that the job was translated into, or several with commas between them, beside each other. */
  language?: string | undefined;
  /** Where captions in further languages are; `stacked` by default. */
  layout?: CaptionLayout | undefined;
  /** How captions in VTT, ASS and TTML show the spoken word; by default as set in the app. */
  look?: CaptionLook | undefined;
  /** How many words captions have at a time, from 1 to 5; by default as set in the app. */
  words?: FewWords | undefined;
  /** Title of the recording; by default its file name. */
  title?: string | undefined;
  /** Address of the recording, for the player of an HTML page. */
  audio?: string | undefined;
  /** Frames per second of EDL and FCPXML; 25 by default. */
  frame_rate?: FrameRate | undefined;
  /** The template of the format `template`. */
  template?: string | undefined;
}

export interface TranscriptOptions extends CallOptions, ExportChoices {}

export interface ImportOptions extends CallOptions {
  /** The file's name; a File has one. */
  name?: string | undefined;
  /** Format of the file; detected by its name and content by default. */
  format?: ImportFormat | undefined;
  /** Language of the transcript, if the file does not name it. */
  language?: TranslationLanguageCode | undefined;
}

/** A request whose model may be left to the languages and the installed models. */
export type JobRequest = Omit<PreRecordedRequestInput, 'model'> & {
  model?: PreRecordedRequestInput['model'] | 'automatic';
};

export interface CreateOptions extends CallOptions {
  /** Whether the job waits or fails if its model is not installed; defaults to the app's setting. */
  whenModelMissing?: 'wait' | 'fail' | undefined;
  /** What happens where another language is spoken than the detected one, without code switching; 'tell' by default. */
  otherLanguages?: 'tell' | 'switch' | undefined;
  /** A transcript of another program: the job is stored with it, or not at all. */
  transcript?: { file: File; language?: TranslationLanguageCode | undefined } | null | undefined;
}
