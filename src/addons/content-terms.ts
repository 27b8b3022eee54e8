import { segmenterOf } from '../lib/segmenter-of.ts';
import { plainMarks } from './split-word.ts';
import { stopWords } from './stop-words.ts';

/** Leading letters in which two words are the same, before inflection (truncation, McNamee and Mayfield 2004). */
const STEM_LETTERS = 6;

const tools = new Map<string, { words: Intl.Segmenter; stop: ReadonlySet<string> }>();

function toolsFor(language: string) {
  const known = tools.get(language);
  if (known) return known;
  const made = { words: segmenterOf(language, 'word'), stop: stopWords(language) };
  tools.set(language, made);
  return made;
}

/** The meaningful terms of a text in a transcription language, in order: lower-case, truncated, without stop words. */
export function contentTerms(text: string, language: string): string[] {
  const { words, stop } = toolsFor(language);
  const terms: string[] = [];
  for (const { segment, isWordLike } of words.segment(plainMarks(text).toLowerCase())) {
    if (isWordLike && !stop.has(segment)) terms.push([...segment].slice(0, STEM_LETTERS).join(''));
  }
  return terms;
}
