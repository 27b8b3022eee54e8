import everydayWords from '../../addons/custom_vocabulary/everyday-words.json' with { type: 'json' };
import { stopWords } from '../../addons/stop-words.ts';
import { termsOfPrompt } from './terms-of-prompt.ts';

const LANGUAGES = Object.keys(everydayWords);

/** Everyday and function words of all languages that have a list: which one a prompt is in nobody says. */
const common = new Set([
  ...Object.values(everydayWords).flatMap((words) => words.split(' ')),
  ...LANGUAGES.flatMap((language) => [...stopWords(language)]),
]);

/** Of "I'm" and "l'homme" both parts count, and letters alone are no words. */
const isCommon = (word: string): boolean => {
  const parts = word.split(/['’]/u);
  return (
    common.has(word) || (parts.length > 1 && parts.every((part) => part.length <= 2 || common.has(part)))
  );
};

/** The names and terms in a prompt, for `custom_vocabulary`. */
export const vocabularyInPrompt = (prompt: string): string[] => termsOfPrompt(prompt, isCommon);
