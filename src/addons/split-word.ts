import { APOSTROPHES } from '../lib/fold-letters.ts';
import { normalForm } from '../lib/normal-form.ts';

/** A recognised word, split so that `space + before + core + after` is the word. */
export interface WordParts {
  /** Leading white space. */
  space: string;
  /** Opening marks: brackets, quotes, "¿". */
  before: string;
  /** The word itself, including marks inside it ("it's", "e-mail", "node.js", "C++"); empty if there is none. */
  core: string;
  /** Closing marks. */
  after: string;
}

const OPENING = '\\("\'“„«‹‘’\\[{¿¡「『【（〈《—–…*_-';
const CLOSING = '.,!?;:…"\'”’»›“‘\\)\\]}。，、！？；：」』】）〉》؟،؛।—–*_-';
const PARTS = new RegExp(`^(\\s*)([${OPENING}]*)(.*?)([\\s${CLOSING}]*)$`, 'su');

/** Splits a word from its surrounding punctuation. */
export function splitWord(word: string): WordParts {
  const [, space = '', before = '', core = '', after = ''] = PARTS.exec(word) ?? [];
  return { space, before, core, after };
}

const APOSTROPHE = new RegExp(`[${APOSTROPHES}]`, 'gu');

/** One form for spelling variants: composed (NFC, which keeps marks apart), one apostrophe, one hyphen. */
export const plainMarks = (text: string): string =>
  normalForm(text, 'NFC').replaceAll(APOSTROPHE, "'").replaceAll(/[‐‑]/gu, '-');

/** Seconds of silence that do not occur inside a name or term. */
export const LONGEST_GAP = 0.8;
