import { redactUtterances } from '../../../src/addons/pii_redaction/run.ts';
import type { PiiEntityType } from '../../../src/contract/transcripts/pii-entity-type.ts';
import type { LabelledSentence } from './labelled-sentences.ts';

/** Types known by a checksum or their form; all others are known by the words around them. */
export const FORMED: ReadonlySet<PiiEntityType> = new Set<PiiEntityType>([
  'CREDIT_CARD',
  'BANK_ACCOUNT',
  'ROUTING_NUMBER',
  'SSN',
  'EMAIL_ADDRESS',
  'URL',
  'IP_ADDRESS',
  'PHONE_NUMBER',
  'DATE',
  'TIME',
  'MONEY',
  'DURATION',
  'VEHICLE_ID',
  'LOCATION_COORDINATE',
]);

export interface TypeScore {
  type: PiiEntityType;
  /** Redacted as this type, with exactly its words. */
  right: number;
  missed: number;
  /** Redacted as this type although not labelled so. */
  wrong: number;
}

export const recall = ({ right, missed }: TypeScore): number => right / Math.max(right + missed, 1);
export const precision = ({ right, wrong }: TypeScore): number => right / Math.max(right + wrong, 1);

/** Redactions that differ from the labels. */
export interface Miss {
  sentence: LabelledSentence;
  redacted: string;
}

/** All types are requested at once; an entity counts only with its type and exactly its words. */
export function scoreRedaction(sentences: readonly LabelledSentence[]): {
  scores: TypeScore[];
  misses: Miss[];
} {
  const scores = new Map<PiiEntityType, TypeScore>();
  const misses: Miss[] = [];
  const scoreOf = (type: PiiEntityType): TypeScore => {
    const score = scores.get(type) ?? { type, right: 0, missed: 0, wrong: 0 };
    scores.set(type, score);
    return score;
  };
  for (const sentence of sentences) {
    const { utterances, entities } = redactUtterances([sentence.utterance], undefined);
    const wanted = sentence.entity;
    const isRight = (found: (typeof entities)[number]): boolean =>
      wanted !== undefined &&
      found.type === wanted.type &&
      found.start === wanted.from &&
      found.end === wanted.to;
    const found = entities.filter(isRight).length;
    if (wanted) scoreOf(wanted.type)[found > 0 ? 'right' : 'missed'] += 1;
    const others = entities.filter((entity) => !isRight(entity));
    for (const other of others) scoreOf(other.type).wrong += 1;
    if (others.length > 0 || (wanted && found === 0))
      misses.push({ sentence, redacted: utterances[0]?.text ?? '' });
  }
  return { scores: [...scores.values()], misses };
}
