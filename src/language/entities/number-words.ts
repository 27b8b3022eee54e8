import { type NumberWords, numbers } from '../cues/cue-schema.ts';
import { CUE_LANGUAGES, languageNumbers } from '../cues/cues.ts';
import digitWords from './digit-words.json' with { type: 'json' };
import { foldText } from './fold-text.ts';

/** Number words by transcription language code. Of most languages only the digits are known: enough for numbers that are dictated. */
export const NUMBER_WORDS: Readonly<Record<string, NumberWords>> = Object.fromEntries([
  ...Object.entries(digitWords).map(([language, digits]): [string, NumberWords] => [
    language,
    numbers.parse({ cardinals: [foldText(digits)] }),
  ]),
  ...CUE_LANGUAGES.flatMap((language): [string, NumberWords][] => {
    const own = languageNumbers(language);
    return own ? [[language, own]] : [];
  }),
]);
