import { joinedWords, searchedForm } from '../../../client/library/joined-words.ts';
import { kanaSpellings, wordTokens } from '../../../client/library/word-tokens.ts';

/** The words of a text as the library's search compares them. */
const foldedWords = (text: string): string[] =>
  [...wordTokens(text), ...Array.from(joinedWords(text), ({ word }) => word)].map(searchedForm);

/** Returns whether a word begins as one that was searched for, as the library's search has it; no word does if nothing was. */
export function wordFinder(sought: string): (word: string) => boolean {
  const terms = kanaSpellings(sought).flatMap(foldedWords);
  if (terms.length === 0) return () => false;
  return (word) => foldedWords(word).some((part) => terms.some((term) => part.startsWith(term)));
}
