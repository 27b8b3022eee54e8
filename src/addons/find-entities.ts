import type { PiiEntityType } from '../contract/transcripts/pii-entity-type.ts';
import type { Utterance } from '../contract/transcripts/utterance.ts';
import {
  findInSpeakerText,
  firstAfter,
  type SpeakerEntity,
} from '../language/entities/find-in-speaker-text.ts';
import { findRepeatedNumbers, findRepeatedSecrets } from '../language/entities/find-repeated.ts';
import { SURENESS, type WordSpan, type WrittenFind } from '../language/entities/found-entity.ts';
import { type SpeakerText, speakerTexts } from '../language/entities/speaker-text.ts';
import { splitClitics } from './split-clitics.ts';
import { plainMarks, splitWord } from './split-word.ts';

/** The words of one utterance that an entity covers. */
export interface EntityPart {
  utterance: number;
  first: number;
  /** Inclusive. */
  last: number;
  /** Start offset in the first word and end offset (exclusive) in the last. */
  from: number;
  to: number;
}

/** An entity dictated over several utterances is one entity with several parts. */
export interface LocatedEntity {
  /** The requested type. */
  type: PiiEntityType;
  /** The same for the same entity, however it is written or said. */
  value: string;
  parts: readonly EntityPart[];
  /** Start of its first and end of its last word, in seconds. */
  start: number;
  end: number;
}

/**
 * A transcript's entities, in order, without overlap: fixed forms, written or spoken, and the given names.
 *
 * @param labelOf maps a type to the requested type it belongs to; undefined if there is none
 */
export function findEntities(
  utterances: readonly Utterance[],
  labelOf: (type: PiiEntityType) => PiiEntityType | undefined,
  names: readonly WordSpan[],
): LocatedEntity[] {
  const streams = speakerTexts(utterances, new Set(names.map(({ utterance }) => utterance)));
  const finds = streams.map((stream) =>
    findInSpeakerText(stream, utterances, labelOf, placeNames(stream, utterances, names)),
  );
  const numbers = findRepeatedNumbers(finds);
  const secrets = findRepeatedSecrets(finds);
  return finds
    .flatMap(({ stream, entities }, index) =>
      merged(secrets[index] ?? [], [...entities, ...(numbers[index] ?? [])]).flatMap((entity) => {
        const parts = coveredWords(stream, entity);
        const first = parts[0];
        const last = parts.at(-1);
        if (!first || !last) return [];
        const start = utterances[first.utterance]?.words[first.first]?.start ?? 0;
        const end = utterances[last.utterance]?.words[last.last]?.end ?? start;
        return [{ type: entity.label, value: entity.value, parts, start, end }];
      }),
    )
    .sort((a, b) => a.start - b.start || a.end - b.end);
}

/** Entities without those that are in stronger ones. */
const merged = (strong: readonly SpeakerEntity[], others: readonly SpeakerEntity[]): SpeakerEntity[] => [
  ...strong,
  ...others.filter(({ from, to }) => !strong.some((one) => one.from < to && one.to > from)),
];

/** What finds entities, by language, for `post_session_metadata`: the `readers` of names, and rules in each. */
export const entityReaders = (
  utterances: readonly Utterance[],
  readers: Readonly<Record<string, readonly string[]>>,
): Record<string, string[]> =>
  Object.fromEntries(
    utterances.map(({ language }) => [language, [...new Set([...(readers[language] ?? []), 'builtin'])]]),
  );

function placeNames(
  { words }: SpeakerText,
  utterances: readonly Utterance[],
  names: readonly WordSpan[],
): WrittenFind[] {
  if (names.length === 0) return [];
  const places = new Map(words.map((place) => [`${place.utterance} ${place.word}`, place]));
  return names.flatMap(({ type, utterance, from, to, standsFor, byModel }) => {
    const first = places.get(`${utterance} ${from}`);
    const last = places.get(`${utterance} ${to - 1}`);
    if (!first || !last) return [];
    const opening = splitWord(utterances[utterance]?.words[from]?.word ?? '');
    const closing = splitWord(utterances[utterance]?.words[to - 1]?.word ?? '');
    const { prefix } = splitClitics(plainMarks(opening.core).toLowerCase());
    const { suffix } = splitClitics(plainMarks(closing.core).toLowerCase());
    const begin = first.from + opening.space.length + opening.before.length + prefix.length;
    const end = last.to - closing.after.length - suffix.length;
    const find: WrittenFind = { type, from: begin, to: end, sureness: SURENESS.form };
    return begin < end ? [{ ...find, ...(standsFor && { standsFor }), ...(byModel && { byModel }) }] : [];
  });
}

/** The words of each utterance that an entity covers, in order. */
function coveredWords({ words, text }: SpeakerText, { from, to }: SpeakerEntity): EntityPart[] {
  const parts: EntityPart[] = [];
  for (const placed of words.slice(firstAfter(words, from), firstAfter(words, to, true))) {
    const own = text.slice(placed.from, Math.min(to, placed.to));
    // A mark that ends an utterance in the middle of an entity is not part of it.
    const end = /\b[ap]\. ?m\.$/u.test(own) ? own.length : own.replace(/[.,;:!?]+$/u, '').length;
    const current = parts.at(-1);
    if (current && current.utterance === placed.utterance) {
      current.last = placed.word;
      current.to = end;
      continue;
    }
    const begin = Math.max(from - placed.from, 0);
    parts.push({ utterance: placed.utterance, first: placed.word, last: placed.word, from: begin, to: end });
  }
  return parts;
}

/** An entity as it appears in the transcript. */
export function entityText(parts: readonly EntityPart[], utterances: readonly Utterance[]): string {
  return parts.map((part) => textOf(part, utterances)).join(' ');
}

function textOf({ utterance, first, last, from, to }: EntityPart, utterances: readonly Utterance[]): string {
  const words = utterances[utterance]?.words.slice(first, last + 1) ?? [];
  return words
    .map(({ word }, index) => {
      const begin = index === 0 ? from : 0;
      return word.slice(begin, index === words.length - 1 ? to : word.length);
    })
    .join('')
    .trim();
}
