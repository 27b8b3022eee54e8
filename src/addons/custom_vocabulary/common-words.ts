import { stopWords } from '../stop-words.ts';
import { EVERYDAY_WORDS } from './everyday-words.ts';

/** Words of a language in lower case; empty if unknown. */
export interface CommonWords {
  /** Articles, prepositions, pronouns, which occur in every sentence. */
  function: ReadonlySet<string>;
  everyday: ReadonlySet<string>;
}

export const commonWords = (language: string): CommonWords => ({
  function: stopWords(language),
  everyday: new Set((EVERYDAY_WORDS[language] ?? '').split(/\s+/u).filter((word) => word !== '')),
});
