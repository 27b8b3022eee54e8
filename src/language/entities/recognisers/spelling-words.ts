import { expanded } from '../../cues/cues.ts';

/** A sign in writing or as a private-use character of the spoken view. */
const WRITTEN_SIGN = expanded('<written sign>');

const ALONE = "(?<![\\p{L}\\p{N}'])[\\p{L}\\p{N}](?![\\p{L}\\p{N}'])";
/** "double s" */
const REPEATED = expanded('<doubled letter> (?=[\\p{L}\\d](?![\\p{L}\\p{N}]))');
const SAID = expanded("(?:<letter case>|<sign name>)(?!')");
/** "e", "y" and "i" are words where nothing spelled follows. */
const LONE_VOWEL = `(?![aeiouy] (?!${SAID}|${REPEATED}|${WRITTEN_SIGN}|${ALONE}|\\d))`;

/** One letter, digit or sign of a password, or how the next word is written; part of a pattern. */
export const SPELLED = `(?:${SAID}|${REPEATED}|${WRITTEN_SIGN}|${LONE_VOWEL}${ALONE}|\\d+(?![\\p{L}\\p{N}]))`;

const SAYS_NO_LETTER = new RegExp(`(?<![\\p{L}\\p{N}])${SAID}`, 'gu');

/** The letters and digits that a spelled text represents: "capital B, l u e, seven, question mark" is "blue7". */
export const spelledLetters = (folded: string): string =>
  folded.replaceAll(SAYS_NO_LETTER, '').replaceAll(/[^\p{L}\p{N}]/gu, '');

/** Everything in a text that represents letters or digits, in order, with its place; the rest says how they are written. */
export function* spelledPieces(folded: string): Generator<{ letters: string; from: number; to: number }> {
  const blank = folded.replaceAll(SAYS_NO_LETTER, (words) => ' '.repeat(words.length));
  for (const { 0: letters, index } of blank.matchAll(/[\p{L}\p{N}]+/gu))
    yield { letters, from: index, to: index + letters.length };
}
