import type { TranslationLanguageCode } from '../transcripts/language-code.ts';

/** A line in the language that a live session is translated into. */
export interface LineTranslation {
  language: TranslationLanguageCode;
  /** Translated sentences: they never change, and others follow. */
  text: string;
  /** Whether a sentence of it is still to come. */
  isWaiting: boolean;
}

/** What is said in a live session, or a sound such as "[music]", for pages that only show it: `captions`, a floating window, an overlay. */
export interface CaptionLine {
  id: string;
  /** Who speaks, as the session calls its channels; null if there is one. */
  name: string | null;
  /** Language code. */
  language: string;
  /** Text that remains as it is. */
  settled: string;
  /** Text that may become another. */
  unsettled: string;
  /** Null if none was chosen, or the line was said in that language. */
  translation: LineTranslation | null;
}

/** Lines that a message carries: more than any page shows. */
export const CAPTION_LINES = 12;
