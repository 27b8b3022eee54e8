import type { TranslatedUtterance, Word } from '../../contract/utterance.ts';
import { hasUnspacedScript } from './unspaced-script.ts';

/** What of an utterance is needed to read its words; a transcript's and a translation's alike. */
export type SpokenUtterance = Pick<
  TranslatedUtterance,
  'start' | 'end' | 'confidence' | 'channel' | 'speaker' | 'words' | 'text' | 'language'
>;

/** A text in parts that can stand alone: at spaces; by dictionary where the script has none. */
function partsOf(text: string, language: string): string[] {
  const spaced = text.match(/\s*\S+/gu) ?? [];
  return spaced.flatMap((part) =>
    hasUnspacedScript(part)
      ? [...new Intl.Segmenter(language, { granularity: 'word' }).segment(part)].map(({ segment }) => segment)
      : [part],
  );
}

/**
 * The words of an utterance. Where it has a text but no words, as a translation may, its text in words with times in
 * proportion to their length.
 */
export function utteranceWords(utterance: SpokenUtterance): readonly Word[] {
  const { words, text, start, end, confidence, language } = utterance;
  if (words.length > 0) return words;
  const seconds = Math.max(end - start, 0) / Math.max(text.length, 1);
  let at = 0;
  return partsOf(text, language).map((part) => {
    const from = at;
    at += part.length;
    return { word: part, start: start + from * seconds, end: start + at * seconds, confidence };
  });
}
