import type { PiiEntityType } from '../../../src/contract/transcripts/pii-entity-type.ts';
import type { LabelledText, LabelledWords } from './marked-text.ts';

/** One type in one set, by one reader. */
export interface ReaderScore {
  type: PiiEntityType;
  /** Labelled, and those of which no word is left, under whatever type. */
  labelled: number;
  found: number;
  /** Those of which no word is left under any other type. */
  called: number;
  /** Found as this type, and those that touch nothing labelled. */
  named: number;
  wrong: number;
}

/** A name has parts, an address a street: what a reader calls a part, or the whole, is of one type here. */
const WHOLES: Partial<Record<PiiEntityType, PiiEntityType>> = {
  NAME_GIVEN: 'NAME',
  NAME_FAMILY: 'NAME',
  NAME_MEDICAL_PROFESSIONAL: 'NAME',
};
const wholeOf = (type: PiiEntityType): PiiEntityType => WHOLES[type] ?? type;

const HAS_CONTENT = /[\p{L}\p{N}]/u;

/** @param found by the reader, in the order of the texts */
export function scoreReader(
  texts: readonly LabelledText[],
  found: readonly (readonly LabelledWords[])[],
): ReaderScore[] {
  const scores = new Map<PiiEntityType, ReaderScore>();
  const types = new Set(texts.flatMap(({ entities }) => entities.map(({ type }) => wholeOf(type))));
  const scoreOf = (type: PiiEntityType): ReaderScore => {
    const score = scores.get(type) ?? { type, labelled: 0, found: 0, called: 0, named: 0, wrong: 0 };
    scores.set(type, score);
    return score;
  };
  for (const [index, { utterance, entities }] of texts.entries()) {
    const own = found[index] ?? [];
    const isCovered = (word: number, by: readonly LabelledWords[]) =>
      !HAS_CONTENT.test(utterance.words[word]?.word ?? '') ||
      by.some(({ from, to }) => word >= from && word < to);
    for (const { type, from, to } of entities) {
      const score = scoreOf(wholeOf(type));
      const words = Array.from({ length: to - from }, (_, at) => from + at);
      const named = own.filter((find) => wholeOf(find.type) === wholeOf(type));
      score.labelled += 1;
      if (words.every((word) => isCovered(word, own))) score.found += 1;
      if (words.every((word) => isCovered(word, named))) score.called += 1;
    }
    for (const { type, from, to } of own) {
      if (!types.has(wholeOf(type))) continue;
      const score = scoreOf(wholeOf(type));
      score.named += 1;
      if (!entities.some((entity) => entity.from < to && entity.to > from)) score.wrong += 1;
    }
  }
  return [...scores.values()].sort((a, b) => a.type.localeCompare(b.type));
}
