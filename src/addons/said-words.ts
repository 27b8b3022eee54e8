import { UNSPACED_SIGN } from '../engine/transcript/unspaced-script.ts';
import { plainMarks } from './word-parts.ts';

/** What stands alone: letters of scripts without spaces, and Korean ones, since particles are written onto its words. */
const ALONE = `(?=[\\p{L}\\p{N}])(?:${UNSPACED_SIGN}|\\p{Script=Hangul})`;
const WORDS = new RegExp(`${ALONE}\\p{M}*|(?:(?!${ALONE})[\\p{L}\\p{M}\\p{N}])+`, 'gu');

/**
 * The words of a text in one form for all ways to write the same, to see whether a text says what another does. Where
 * nothing shows where a word ends, each letter is one.
 */
export const saidWords = (text: string): string[] =>
  plainMarks(text).normalize('NFKC').toLowerCase().match(WORDS) ?? [];
