import type { TimedToken } from '../recognisers/recogniser.ts';

/** A word between its tokens' times, in seconds of the window; where it ends in the audio is not yet known. */
export interface TokenWord {
  /** Includes its leading space and punctuation. */
  word: string;
  firstToken: number;
  lastToken: number;
  /** Geometric mean of its tokens' probabilities. */
  confidence: number;
}

/** Marks that belong to the word before, even if the tokens put a space between them. */
const MARKS_ONLY = /^ ?[.,!?;:…]+$/;

/** Whether a token starts a word where another word is before it. */
export const startsWord = (text: string): boolean => text.startsWith(' ') && !MARKS_ONLY.test(text);

/** Groups tokens into words, each begun by a leading space. Punctuation does not affect the confidence of a word. */
export function wordsFromTokens(tokens: readonly TimedToken[]): TokenWord[] {
  const groups: TimedToken[][] = [];
  for (const token of tokens) {
    if (token.text === '') continue;
    const current = groups.at(-1);
    const goesOn = !startsWord(token.text);
    if (current && (goesOn || current.every(({ text }) => text.trim() === ''))) current.push(token);
    else groups.push([token]);
  }
  return groups.flatMap((group) => {
    const text = group.map((token) => token.text.trim()).join('');
    const spoken = group.filter((token) => /[\p{L}\p{N}]/u.test(token.text));
    const counted = spoken.length > 0 ? spoken : group;
    const first = counted[0];
    const last = counted.at(-1);
    if (text === '' || !first || !last) return [];
    const logSum = counted.reduce((sum, { probability }) => sum + Math.log(probability), 0);
    return {
      word: ` ${text}`,
      firstToken: first.time,
      lastToken: last.time,
      confidence: Math.exp(logSum / counted.length),
    };
  });
}
