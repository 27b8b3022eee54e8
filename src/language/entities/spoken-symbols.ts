import { CUE_LANGUAGES, languageSymbols, wordClass } from '../cues/cues.ts';
import { SPOKEN } from '../cues/spoken.ts';

export { SPOKEN };

/** Spoken symbols, folded, by transcription language code. */
export const SYMBOL_WORDS: Readonly<Record<string, Readonly<Record<string, string>>>> = Object.fromEntries(
  CUE_LANGUAGES.map((language) => [
    language,
    Object.fromEntries(
      Object.entries(languageSymbols(language)).flatMap(([name, words]) =>
        words.split(' ').map((word) => [word.replaceAll('_', ' '), SPOKEN[name as keyof typeof SPOKEN]]),
      ),
    ),
  ]),
);

/** Words between digits that mean none. */
export const FILLERS = wordClass('filler');

/** "B as in Bravo", "b wie Berta", "b de Barcelona", "b come Bologna", "b comme Bernard". */
export const SPELLING_LINKS = wordClass('spellingLink');
