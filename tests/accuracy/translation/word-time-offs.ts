import type { Word } from '../../../src/contract/transcripts/utterance.ts';

/** Letters a second at which the sentences are said: 150 words a minute. */
const LETTERS_PER_SECOND = 13;

/** The words of a sentence as if it were said evenly, each for as long as it is written. */
export function evenlySpoken(text: string): Word[] {
  let at = 0;
  return (text.match(/\S+/gu) ?? []).map((word, index) => {
    const start = at;
    at += (word.length + 1) / LETTERS_PER_SECOND;
    return { word: index === 0 ? word : ` ${word}`, start, end: at, confidence: 1 };
  });
}

/**
 * How far in seconds the words of a translation begin from the words that they translate.
 *
 * @param from for each word of the translation the numbers, from 1, of the words that it may come from, such as `2 1/3`
 */
export function wordTimeOffs(translated: readonly Word[], spoken: readonly Word[], from: string): number[] {
  const sources = from.split(' ').map((numbers) => numbers.split('/').map(Number));
  if (sources.length !== translated.length)
    throw new Error(`${from} is not about ${translated.length} words.`);
  return translated.map(({ start }, index) => {
    const right = (sources[index] ?? []).map((number) => spoken[number - 1]?.start ?? Number.NaN);
    // Words that share a source follow each other within its time.
    return Math.min(...right.map((one) => Math.abs(start - one)));
  });
}
