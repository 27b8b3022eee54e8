import { stopWords } from './stop-words.ts';
import { plainMarks } from './word-parts.ts';

/** Letters by which two words are taken for one: what inflects comes after them (truncation, McNamee and Mayfield 2004). */
const STEM_LETTERS = 6;

const tools = new Map<string, { words: Intl.Segmenter; stop: ReadonlySet<string> }>();

function toolsFor(language: string) {
  const known = tools.get(language);
  if (known) return known;
  const made = { words: new Intl.Segmenter(language, { granularity: 'word' }), stop: stopWords(language) };
  tools.set(language, made);
  return made;
}

/**
 * The terms of a text that carry meaning, in order: lower case, cut to their beginning, without the words that every
 * sentence has.
 *
 * @param language transcription language code
 */
export function contentTerms(text: string, language: string): string[] {
  const { words, stop } = toolsFor(language);
  const terms: string[] = [];
  for (const { segment, isWordLike } of words.segment(plainMarks(text).toLowerCase())) {
    if (isWordLike && !stop.has(segment)) terms.push([...segment].slice(0, STEM_LETTERS).join(''));
  }
  return terms;
}
