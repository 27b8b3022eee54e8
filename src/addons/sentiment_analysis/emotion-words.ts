import stems from './emotion-stems.json' with { type: 'json' };
import { EMOTIONS, type Emotion } from './emotions.ts';

/** Beginnings of words that name an emotion or accompany it. */
const STEMS: Readonly<Record<string, Partial<Record<Emotion, string>>>> = stems;

export interface EmotionPattern {
  emotion: Emotion;
  /** Matched against one word in lower case. */
  pattern: RegExp;
}

/** By language; nothing for languages that are not listed. */
export const EMOTION_WORDS: Readonly<Record<string, readonly EmotionPattern[]>> = Object.fromEntries(
  Object.entries(STEMS).map(([language, ofEmotions]) => [
    language,
    EMOTIONS.flatMap((emotion) => {
      const own = ofEmotions[emotion];
      return own ? [{ emotion, pattern: new RegExp(`^(?:${own.split(' ').join('|')})`, 'u') }] : [];
    }),
  ]),
);
