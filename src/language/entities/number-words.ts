import { counted, type NumberWords, numbers } from '../cues/cue-schema.ts';
import { languageNumbers } from '../cues/cues.ts';
import digitWords from './digit-words.json' with { type: 'json' };
import { foldText } from './fold-text.ts';

/** Number words by transcription language code. Of most languages only the digits are known: enough for numbers that are dictated. */
export const NUMBER_WORDS: Readonly<Record<string, NumberWords>> = Object.fromEntries(
  Object.entries(digitWords).map(([language, digits]) => {
    const own = languageNumbers(language) ?? numbers.parse({});
    return [language, { ...own, cardinals: new Map([...counted([foldText(digits)]), ...own.cardinals]) }];
  }),
);
