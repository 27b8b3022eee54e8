import type { PiiEntityType } from '../../contract/pii-entity-type.ts';
import type { PiiRedactionConfig } from '../../contract/request-configs.ts';
import type { Utterance } from '../../contract/utterance.ts';
import type { RewriteTranscript } from '../addon.ts';
import { clitics } from '../clitics.ts';
import { plainMarks, splitWord } from '../word-parts.ts';
import { requestedEntities } from './entity-groups.ts';
import { findEchoes } from './find-echoes.ts';
import { findInStream, firstAfter, type StreamEntity } from './find-in-stream.ts';
import { SURENESS } from './found-entity.ts';
import type { WrittenFind } from './resolve-overlaps.ts';
import { type StreamText, streamTexts } from './stream-text.ts';
import { type Covered, writeRedaction } from './write-redaction.ts';

/** What a model found: whole words of one utterance. */
export interface ExtraEntity {
  type: PiiEntityType;
  /** Index of the utterance. */
  utterance: number;
  /** Indices of its words; `to` is exclusive. */
  from: number;
  to: number;
}

/** An entity that was redacted; one that is dictated over several utterances is one. */
export interface RedactedEntity {
  type: PiiEntityType;
  /** "NAME_1": what stands in brackets in its place in the mode MARKER. */
  label: string;
  /** Seconds, of its first and last word. */
  start: number;
  end: number;
}

export interface Redaction {
  utterances: Utterance[];
  /** In order of time. */
  entities: RedactedEntity[];
}

/**
 * Takes personal data out of a transcript (specification §2.4, PiiRedactionConfig), as written and as spoken, in English,
 * French, German, Spanish and Italian; in other languages what is written in digits and symbols.
 *
 * MARKER (the default) writes numbered labels, the same for the same entity over the whole file; MASK writes "#" for every
 * character but spaces. An entity in several utterances has its label in each. Utterances without entities are returned as they
 * are. Without entity types everything is redacted. All of it is pure, and the second time changes nothing.
 *
 * @param extraEntities names, places and the like, which have no form to know them by
 */
export function redactUtterances(
  utterances: readonly Utterance[],
  config: PiiRedactionConfig | undefined,
  extraEntities: readonly ExtraEntity[] = [],
): Redaction {
  const requested = requestedEntities(config?.entity_types);
  const streams = streamTexts(utterances, new Set(extraEntities.map(({ utterance }) => utterance)));
  const finds = streams.map((stream) =>
    findInStream(stream, utterances, requested, placeExtras(stream, utterances, extraEntities)),
  );
  const echoes = findEchoes(finds);
  const located = finds.flatMap(({ stream, entities }, index) =>
    [...entities, ...(echoes[index] ?? [])].flatMap((entity) => {
      const parts = coveredWords(stream, entity);
      const first = parts[0];
      const last = parts.at(-1);
      if (!first || !last) return [];
      const start = utterances[first.utterance]?.words[first.first]?.start ?? 0;
      const end = utterances[last.utterance]?.words[last.last]?.end ?? start;
      return [{ entity, parts, start, end }];
    }),
  );
  const labels = new Labels();
  const covered = new Map<number, Covered[]>();
  const entities: RedactedEntity[] = [];
  for (const { entity, parts, start, end } of located.sort((a, b) => a.start - b.start || a.end - b.end)) {
    const label = labels.labelOf(entity);
    entities.push({ type: entity.label, label, start, end });
    for (const part of parts) {
      covered.set(part.utterance, [...(covered.get(part.utterance) ?? []), { ...part, label }]);
    }
  }
  const mode = config?.processed_text_type ?? 'MARKER';
  return {
    utterances: utterances.map((utterance, index) =>
      writeRedaction(utterance, covered.get(index) ?? [], mode),
    ),
    entities,
  };
}

/** Numbers entities of each kind in the order in which they come. */
class Labels {
  readonly #numbers = new Map<string, Map<string, number>>();

  labelOf({ label, value }: StreamEntity): string {
    const numbers = this.#numbers.get(label) ?? new Map<string, number>();
    this.#numbers.set(label, numbers);
    const number = numbers.get(value) ?? numbers.size + 1;
    numbers.set(value, number);
    return `${label}_${number}`;
  }
}

function placeExtras(
  { words }: StreamText,
  utterances: readonly Utterance[],
  extras: readonly ExtraEntity[],
): WrittenFind[] {
  if (extras.length === 0) return [];
  const places = new Map(words.map((place) => [`${place.utterance} ${place.word}`, place]));
  return extras.flatMap(({ type, utterance, from, to }) => {
    const first = places.get(`${utterance} ${from}`);
    const last = places.get(`${utterance} ${to - 1}`);
    if (!first || !last) return [];
    const opening = splitWord(utterances[utterance]?.words[from]?.word ?? '');
    const closing = splitWord(utterances[utterance]?.words[to - 1]?.word ?? '');
    const { prefix } = clitics(plainMarks(opening.core).toLowerCase());
    const { suffix } = clitics(plainMarks(closing.core).toLowerCase());
    const begin = first.from + opening.space.length + opening.before.length + prefix.length;
    const end = last.to - closing.after.length - suffix.length;
    return begin < end ? [{ type, from: begin, to: end, sureness: SURENESS.form }] : [];
  });
}

/** The words of each utterance that an entity covers, in order of time. */
function coveredWords(
  { words, text }: StreamText,
  { from, to }: StreamEntity,
): (Omit<Covered, 'label'> & { utterance: number })[] {
  const parts: (Omit<Covered, 'label'> & { utterance: number })[] = [];
  for (const placed of words.slice(firstAfter(words, from), firstAfter(words, to, true))) {
    const own = text.slice(placed.from, Math.min(to, placed.to));
    // What ends an utterance in the middle of an entity is no part of it.
    const end = own.replace(/[.,;:!?]+$/u, '').length;
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

export const rewriteTranscript: RewriteTranscript = (transcription, { pii_redaction_config }) => {
  const { utterances } = redactUtterances(transcription.utterances, pii_redaction_config);
  return { ...transcription, utterances, full_transcript: utterances.map(({ text }) => text).join(' ') };
};
