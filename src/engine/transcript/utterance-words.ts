import type { NamedUtterance, Word } from '../../contract/transcripts/utterance.ts';
import { segmentsOf } from '../../lib/segmenter-of.ts';
import { hasUnspacedScript } from './unspaced-script.ts';

/** The fields of an utterance needed to read its words; for transcripts and translations alike. */
export type SpokenUtterance = Pick<
  NamedUtterance,
  'start' | 'end' | 'confidence' | 'channel' | 'speaker' | 'speaker_name' | 'words' | 'text' | 'language'
>;

/** Splits a text at spaces, or by dictionary if the script has none. */
function partsOf(text: string, language: string): string[] {
  const spaced = text.trimEnd().match(/\s*\S+/gu) ?? [];
  return spaced.flatMap((part) =>
    hasUnspacedScript(part) ? [...segmentsOf(part, language, 'word')].map(({ segment }) => segment) : [part],
  );
}

/**
 * The words of an utterance. If it has text but no words, like some translations, its text is split into words timed
 * in proportion to their length.
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
