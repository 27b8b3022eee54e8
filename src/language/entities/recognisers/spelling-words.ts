import { withWords } from '../../cues/cues.ts';

const SAYS_NO_LETTER = withWords('<no letter before><said spelling>', 'gu');

/** The letters and digits that a spelled text represents: "capital B, l u e, seven, question mark" is "blue7". */
export const spelledLetters = (folded: string): string =>
  folded.replaceAll(SAYS_NO_LETTER, '').replaceAll(/[^\p{L}\p{N}]/gu, '');

/** Everything in a text that represents letters or digits, in order, with its place; the rest says how they are written. */
export function* spelledPieces(folded: string): Generator<{ letters: string; from: number; to: number }> {
  const blank = folded.replaceAll(SAYS_NO_LETTER, (words) => ' '.repeat(words.length));
  for (const { 0: letters, index } of blank.matchAll(/[\p{L}\p{N}]+/gu))
    yield { letters, from: index, to: index + letters.length };
}
