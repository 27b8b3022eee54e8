import { alignWords } from './align-words.ts';
import type { JudgedWord } from './left-out-loss.ts';
import { normaliseWords } from './word-error-rate.ts';

/**
 * The words of a transcript with whether they are right. One that is compared as several, such as "twenty-one", is right if all
 * of them are; one that is only punctuation is left out.
 */
export function judgeWords(
  truth: string,
  words: readonly { word: string; confidence: number }[],
  language = 'en',
): JudgedWord[] {
  const parts = words.flatMap(({ word }, index) =>
    normaliseWords(word, language).map((part) => ({ part, index })),
  );
  const pairs = alignWords(
    normaliseWords(truth, language),
    parts.map(({ part }) => part),
  );
  const rights = new Map<number, boolean>();
  for (const { hypothesis, kind } of pairs) {
    const part = hypothesis === null ? undefined : parts[hypothesis];
    if (part) rights.set(part.index, kind === 'hit' && rights.get(part.index) !== false);
  }
  return [...rights].map(([index, right]) => ({ confidence: words[index]?.confidence ?? 0, right }));
}
