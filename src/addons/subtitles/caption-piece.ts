import type { TranslatedUtterance } from '../../contract/transcripts/utterance.ts';

/** The smallest part of a text that remains on one row: a word and its marks. */
export interface CaptionPiece {
  text: string;
  columns: number;
  startMs: number;
  endMs: number;
  /** Whether a space separates this piece from the one before if both are on one row. */
  spaceBefore: boolean;
  language: TranslatedUtterance['language'];
  endsSentence: boolean;
  /** Whether it continues a word wider than a row. */
  continuesWord: boolean;
}

/** Consecutive pieces of one voice. */
export interface CaptionRun {
  voice: string | null;
  pieces: CaptionPiece[];
}
