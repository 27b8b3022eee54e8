import type { TranslatedUtterance } from '../../contract/utterance.ts';

/** The smallest part of a text that stays together on one row: a word, with the marks that belong to it. */
export interface CaptionPiece {
  text: string;
  columns: number;
  startMs: number;
  endMs: number;
  /** Whether a space stands between this piece and the one before, where both are on one row. */
  spaceBefore: boolean;
  language: TranslatedUtterance['language'];
  endsSentence: boolean;
  /** Whether it is the rest of a word that is wider than a row. */
  continuesWord: boolean;
}

/** Consecutive pieces of one voice. */
export interface CaptionRun {
  voice: string | null;
  pieces: CaptionPiece[];
}
