import { contentTerms } from '../../../addons/content-terms.ts';
import questionWords from './question-words.json' with { type: 'json' };

type Language = keyof typeof questionWords;
const isKnown = (language: string): language is Language => language in questionWords;

/** What a question is about, without the words that ask; as `contentTerms` has them. */
export function questionTerms(text: string, language: string): ReadonlySet<string> {
  const asking = new Set(questionWords[isKnown(language) ? language : 'en'].split(' '));
  const own = text.replaceAll(/[\p{L}\p{M}]+/gu, (word) => (asking.has(word.toLowerCase()) ? ' ' : word));
  return new Set(contentTerms(own, language));
}
