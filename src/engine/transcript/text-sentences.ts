import { segmentsOf } from '../../lib/segmenter-of.ts';
import { sentenceEnds } from './sentence-ends.ts';
import { hasUnspacedScript } from './unspaced-script.ts';

/**
 * The sentences of a text that was not spoken, each with its leading white space.
 *
 * @param language BCP 47
 */
export function sentencesOf(text: string, language: string): string[] {
  const words = (text.match(/\s*\S+/gu) ?? []).flatMap((word) =>
    hasUnspacedScript(word)
      ? Array.from(segmentsOf(word, language, 'sentence'), ({ segment }) => segment)
      : [word],
  );
  const ends = sentenceEnds(
    words.map((word) => ({ text: word, pauseAfter: 0 })),
    language,
  );
  const sentences: string[] = [];
  let open = '';
  words.forEach((word, index) => {
    open += word;
    if (!ends[index] && index < words.length - 1) return;
    sentences.push(open);
    open = '';
  });
  return sentences;
}
