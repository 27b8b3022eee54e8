import { UNSPACED_SIGN } from '../engine/transcript/unspaced-script.ts';
import { normalForm } from '../lib/normal-form.ts';
import { plainMarks } from './split-word.ts';

/** Standalone characters: letters of unspaced scripts, and Korean ones, because particles are attached to its words. */
const ALONE = `(?=[\\p{L}\\p{N}])(?:${UNSPACED_SIGN}|\\p{Script=Hangul})`;
const WORDS = new RegExp(`${ALONE}\\p{M}*|(?:(?!${ALONE})[\\p{L}\\p{M}\\p{N}])+`, 'gu');

/** The words of a text in a normalised form, for comparison; each letter, in scripts that do not mark words. */
export const comparableWords = (text: string): string[] =>
  normalForm(plainMarks(text), 'NFKC').toLowerCase().match(WORDS) ?? [];
