import everydayWords from '../../language/entities/names/everyday-words.json' with { type: 'json' };
import { stopWords } from '../stop-words.ts';

/** Everyday words in addition to function words: sounding like a name does not make them one. */
const EVERYDAY_WORDS: Readonly<Record<string, string>> = everydayWords;

/** Words of a language in lower case; empty if unknown. */
export interface CommonWords {
  /** Articles, prepositions, pronouns, which occur in every sentence. */
  function: ReadonlySet<string>;
  everyday: ReadonlySet<string>;
}

export const commonWords = (language: string): CommonWords => ({
  function: stopWords(language),
  everyday: new Set(EVERYDAY_WORDS[language]?.split(' ')),
});
