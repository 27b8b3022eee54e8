import type { ErrorData } from '../../lib/errors/errors.ts';
import type { ImportFormat } from '../transcripts/imported-transcript.ts';
import type { TranscriptionLanguageCode } from '../transcripts/language-code.ts';

/** The service worker asks the host's tab for a worker that reads or writes a long transcript, or searches all. The message has a port. */
export const TRANSCRIPT_WORK = 'earshot-transcript-work';

export interface TranscriptWorkMessage {
  type: typeof TRANSCRIPT_WORK;
  kind: TranscriptCall['kind'];
  /** The worker holds it as long as it lives. */
  lock: string;
}

/** What is done with a whole transcript, which may be that of a day. */
export type TranscriptCall =
  | {
      kind: 'import';
      id: string;
      /** Format by the request's media type; null if that names none. */
      format: ImportFormat | null;
      bytes: Uint8Array<ArrayBuffer>;
      query: [string, string][];
      /** What is known of a job that is created with the transcript, and is stored after it; absent for one that is stored. */
      ahead?: { duration: number; languages: TranscriptionLanguageCode[] };
    }
  | { kind: 'export'; id: string; query: [string, string][] }
  | SearchCall;

/** Searches what a key may read; only where a tab is open. */
export interface SearchCall {
  kind: 'search';
  key: string;
  query: [string, string][];
}

/** A response, without its status, which is 200. */
export interface TranscriptAnswer {
  headers: Record<string, string>;
  content: string | Uint8Array<ArrayBuffer>;
}

export type TranscriptOutcome = { value: TranscriptAnswer } | { error: ErrorData };

/**
 * What comes through the port: the tab has started its worker, the worker waits for the call, and what it was answered; `fault` is an
 * error that nobody foresaw.
 */
export type TranscriptWorkReply = 'coming' | 'here' | TranscriptOutcome | { fault: string };
