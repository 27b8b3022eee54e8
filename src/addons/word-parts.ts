/** A recognised word taken apart: `space + before + core + after` is the word again. */
export interface WordParts {
  /** White space that leads it. */
  space: string;
  /** Opening marks: brackets, quotes, "¿". */
  before: string;
  /** The word itself, with the marks inside it ("it's", "e-mail", "node.js", "C++"); empty where there is none. */
  core: string;
  /** Closing marks. */
  after: string;
}

const OPENING = '\\("\'“„«‹‘’\\[{¿¡「『【（〈《—–…*_-';
const CLOSING = '.,!?;:…"\'”’»›“‘\\)\\]}。，、！？；：」』】）〉》؟،؛।—–*_-';
const PARTS = new RegExp(`^(\\s*)([${OPENING}]*)(.*?)([\\s${CLOSING}]*)$`, 'su');

/** Takes a word and the punctuation around it apart. */
export function splitWord(word: string): WordParts {
  const [, space = '', before = '', core = '', after = ''] = PARTS.exec(word) ?? [];
  return { space, before, core, after };
}

/**
 * One form for all ways to write the same: composed (NFC, so that letters with different marks stay different), one
 * apostrophe, one hyphen.
 */
export const plainMarks = (text: string): string =>
  text
    .normalize('NFC')
    .replaceAll(/[’ʼ‘`´＇]/gu, "'")
    .replaceAll(/[‐‑]/gu, '-');

/** Seconds of silence that nobody leaves inside a name or a term. */
export const LONGEST_GAP = 0.8;
