import { z } from '../../lib/zod.ts';
import { transcriptionLanguageCode, translationLanguageCode } from './language-code.ts';

const seconds = z.number().min(0);
const confidence = z.number().min(0).max(1);

/** Specification §2.8, Word; the leading space is part of `word` except at the start of the file. */
export const word = z.object({
  word: z.string(),
  start: seconds,
  end: seconds,
  confidence,
  /** Chance that the utterance's speaker says this word; absent where that is sure, or not known. */
  speaker_confidence: confidence.optional(),
});

/** Specification §2.8, Utterance. */
export const utterance = z.object({
  start: seconds,
  end: seconds,
  confidence,
  channel: z.int().min(0),
  speaker: z.int().min(0).optional(),
  /** The lowest of its words; absent if none has one. */
  speaker_confidence: confidence.optional(),
  words: z.array(word),
  text: z.string(),
  language: transcriptionLanguageCode,
});

/** An utterance of a translation: its language may be one that can only be translated into. */
export const translatedUtterance = utterance.extend({ language: translationLanguageCode });

/** An utterance of an answer to `?names=true`: with the name that a person gave the speaker. */
export const namedUtterance = translatedUtterance.extend({ speaker_name: z.string().optional() });

export type Word = z.infer<typeof word>;
export type Utterance = z.infer<typeof utterance>;
export type TranslatedUtterance = z.infer<typeof translatedUtterance>;
export type NamedUtterance = z.infer<typeof namedUtterance>;
