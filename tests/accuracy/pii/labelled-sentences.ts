import type { PiiEntityType } from '../../../src/contract/transcripts/pii-entity-type.ts';
import type { Utterance } from '../../../src/contract/transcripts/utterance.ts';
import carriers from './carriers.json' with { type: 'json' };
import { Chance } from './chance.ts';
import { VALUES } from './entity-values.ts';
import { LOOKALIKES } from './lookalikes.ts';
import negatives from './negatives.json' with { type: 'json' };
import { type Form, LANGUAGES, type Language, sayNumber } from './say.ts';

/** An utterance and what must be redacted in it. */
export interface LabelledSentence {
  utterance: Utterance;
  language: Language;
  form: Form;
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

/** Sentences around an entity, which replaces "{}". */
const CARRIERS: Partial<Record<PiiEntityType, Record<Language, readonly string[]>>> = carriers;
/** Talk with numbers, unit names and cue words, and nothing to redact. */
const NEGATIVES: Record<Language, readonly string[]> = negatives;

const PER_CELL = 13;
const NEGATIVES_PER_LANGUAGE = 120;

function withEntity(type: PiiEntityType, language: Language, form: Form, random: Chance): LabelledSentence[] {
  const carriers = CARRIERS[type]?.[language] ?? [];
  const make = VALUES[type];
  if (carriers.length === 0 || !make) return [];
  return Array.from({ length: PER_CELL }, () => {
    const [before = '', after = ''] = random.oneOf(carriers).split('{}');
    const value = make(language, form, random);
    const from = before === '' ? 0 : before.trim().split(' ').length;
    return {
      utterance: utteranceOf(before + value + after, language),
      language,
      form,
      entity: { type, from, to: from + value.split(' ').length },
    };
  });
}

function without(language: Language, random: Chance): LabelledSentence {
  const form: Form = random.next() < 0.5 ? 'written' : 'spoken';
  const number = (): string => {
    const value = random.between(2, 90);
    return form === 'written' ? String(value) : sayNumber(value, language);
  };
  const talk = random.oneOf(NEGATIVES[language]).replace('{n}', number()).replace('{m}', number());
  const text = talk.replace(/\{\w+\}/, (name) => LOOKALIKES[name]?.(language, random) ?? name);
  return { utterance: utteranceOf(text, language), language, form };
}

/** Sentences in five languages, written and spoken, with each type equally often, and talk without personal data. */
export function labelledSentences(seed = 20): LabelledSentence[] {
  const random = new Chance(seed);
  const types = Object.keys(CARRIERS) as PiiEntityType[];
  return [
    ...types.flatMap((type) =>
      LANGUAGES.flatMap((language) => [
        ...withEntity(type, language, 'written', random),
        ...withEntity(type, language, 'spoken', random),
      ]),
    ),
    ...LANGUAGES.flatMap((language) =>
      Array.from({ length: NEGATIVES_PER_LANGUAGE }, () => without(language, random)),
    ),
  ];
}
