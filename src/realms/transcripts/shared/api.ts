import type { TranscriptCall, TranscriptOutcome } from '../../../contract/realms/transcript-work.ts';

/** A search by a regular expression, which may take for ever. */
export interface PatternSearch {
  /** The texts of the paragraphs. */
  texts: readonly string[];
  pattern: string;
  wholeWord: boolean;
  matchCase: boolean;
  /** What each match is replaced by, with `$1` and so on. */
  replacement: string;
}

/** A match in the text of a paragraph, and what it is replaced by. */
export interface FoundPlace {
  paragraph: number;
  from: number;
  to: number;
  written: string;
}

/** The transcripts worker's interface for the page. Errors arrive as AppError. */
export interface TranscriptsWorkerApi {
  /** Answers once the worker has started. */
  prepare(): void;
  find(search: PatternSearch): FoundPlace[];
  /** Imports or exports a transcript. */
  work(call: TranscriptCall): Promise<TranscriptOutcome>;
  /** Does one such call that comes by a port, while it holds a lock. */
  serve(port: MessagePort, lock: string): Promise<void>;
}
