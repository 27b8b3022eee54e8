import type { PiiEntityType } from '../../../src/contract/transcripts/pii-entity-type.ts';
import type { Utterance } from '../../../src/contract/transcripts/utterance.ts';

export const LANGUAGES = ['en', 'fr', 'de', 'es', 'it'] as const;
export type Language = (typeof LANGUAGES)[number];
export const FORMS = ['written', 'spoken'] as const;

/** An utterance and what must be redacted in it. */
export interface LabelledSentence {
  utterance: Utterance;
  language: Language;
  form: (typeof FORMS)[number];
  /** Undefined if there is nothing to redact. */
  entity?: {
    type: PiiEntityType;
    /** Indices of its words; `to` is exclusive. */
    from: number;
    to: number;
  };
}

/** Word `n` lasts from second `n` to `n` + 1. */
export function utteranceOf(text: string, language: Language, extra: Partial<Utterance> = {}): Utterance {
  const at = extra.start ?? 0;
  const words = text.split(' ').map((word, index) => ({
    word: index === 0 ? word : ` ${word}`,
    start: at + index,
    end: at + index + 1,
    confidence: 0.9,
  }));
  return { start: at, end: at + words.length, confidence: 0.9, channel: 0, language, words, text, ...extra };
}
