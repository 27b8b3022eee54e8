import { toAddonError } from '../../contract/addons/addon-envelope.ts';
import type { PiiEntityType } from '../../contract/transcripts/pii-entity-type.ts';
import type { Utterance } from '../../contract/transcripts/utterance.ts';
import type { WordSpan } from '../../language/entities/found-entity.ts';
import { nameParts } from '../../language/entities/names/name-parts.ts';
import { samePersons } from '../../language/entities/names/same-person.ts';
import { NUMBER_WORDS } from '../../language/entities/read-number.ts';
import { CONTEXT_LANGUAGES } from '../../language/entities/recognisers/codes-in-context.ts';
import { unspacedTypes } from '../../language/entities/recognisers/forms.ts';
import { AppError } from '../../lib/errors/errors.ts';
import { msg } from '../../lib/errors/msg.ts';
import type { AddonTools, OnUtterances } from '../addon.ts';
import { entityReaders, entityText, findEntities } from '../find-entities.ts';
import { type FoundNames, findNames } from '../find-names.ts';
import {
  MODEL_ENTITIES,
  type PiiEntity,
  requestedAs,
  requestedEntities,
  WORD_ENTITIES,
} from './entity-groups.ts';
import { repeatedNames } from './repeated-names.ts';
import type { PiiRedactionConfig } from './schema.ts';
import { covers, unsearchedTypesNote } from './unsearched-types-note.ts';
import { wholeNames } from './whole-names.ts';
import { type Covered, writeRedaction } from './write-redaction.ts';

/** A redacted entity; one dictated over several utterances is one. */
export interface RedactedEntity {
  type: PiiEntityType;
  /** "NAME_1": the bracketed label that replaces it in the mode MARKER. */
  label: string;
  /** Start of its first and end of its last word, in seconds. */
  start: number;
  end: number;
}

export interface Redaction {
  utterances: Utterance[];
  /** In order of time. */
  entities: RedactedEntity[];
}

/**
 * Removes personal data from a transcript (specification §2.4, PiiRedactionConfig), written or spoken, in English,
 * French, German, Spanish and Italian; in other languages, what is written in digits and symbols.
 *
 * MARKER (the default) writes numbered labels, the same for the same entity throughout the file; MASK writes "#" for
 * every character but spaces. An entity in several utterances has its label in each. Utterances without entities are
 * returned unchanged. Without entity types everything is redacted. The function is pure and idempotent.
 *
 * @param names of people, places and the like, which have no fixed form
 */
export function redactUtterances(
  utterances: readonly Utterance[],
  config: PiiRedactionConfig | undefined,
  names: readonly WordSpan[] = [],
): Redaction {
  const requested = requestedEntities(config?.entity_types);
  const found = findEntities(utterances, (type) => labelFor(type, requested), names);
  const persons = samePersons(
    found.filter(({ type }) => type.startsWith('NAME')).map(({ parts }) => entityText(parts, utterances)),
  );
  const labels = new Labels();
  const covered = new Map<number, Covered[]>();
  const entities: RedactedEntity[] = [];
  for (const { type, value, parts, start, end } of found) {
    const same = type.startsWith('NAME') ? persons.get(entityText(parts, utterances)) : undefined;
    const label = labels.labelOf(type, same ?? value);
    entities.push({ type, label, start, end });
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

/** One person has one label, whatever the name is introduced by: a doctor is a name where names are asked for. */
function labelFor(type: PiiEntityType, requested: ReadonlySet<PiiEntity> | 'all'): PiiEntityType | undefined {
  const isDoctor = type === 'NAME_MEDICAL_PROFESSIONAL' && (requested === 'all' || requested.has('NAME'));
  return isDoctor ? 'NAME' : requestedAs(type, requested);
}

/** Numbers the entities of each type in order of appearance. */
class Labels {
  readonly #numbers = new Map<PiiEntityType, Map<string, number>>();

  labelOf(type: PiiEntityType, value: string): string {
    const numbers = this.#numbers.get(type) ?? new Map<string, number>();
    this.#numbers.set(type, numbers);
    const number = numbers.get(value) ?? numbers.size + 1;
    numbers.set(value, number);
    return `${type}_${number}`;
  }
}

/** Redacts fixed forms and found names, and notes what was requested but not looked for. */
export const onUtterances: OnUtterances = async (transcription, { pii_redaction_config }, tools) => {
  const requested = requestedEntities(pii_redaction_config?.entity_types);
  const found = await namesFor(transcription.utterances, requested, tools);
  const { readers, searches, spans } = found;
  const languages = [...new Set(transcription.utterances.map(({ language }) => language))];
  const lookedFor = withWordTypes(found.lookedFor, languages);
  const named = [
    ...found.named,
    ...[...WORD_ENTITIES].filter((type) => requested === 'all' || requested.has(type)),
  ];
  const { utterances, entities } = redactUtterances(transcription.utterances, pii_redaction_config, spans);
  tools.onFacts({ models: entityReaders(transcription.utterances, readers), looked_for: searches });
  const missed = unsearchedTypesNote(named, lookedFor, searches);
  if (missed && entities.length === 0 && isHopeless(requested, lookedFor)) {
    return { transcription, error: toAddonError(new AppError('model_missing', missed)) };
  }
  if (missed) await tools.note(missed);
  const wordless = languages.filter((language) => !(language in NUMBER_WORDS));
  if (wordless.length > 0) {
    await tools.note(msg`Numbers that are said as words are not recognised in ${{ languages: wordless }}.`);
  }
  const full_transcript = utterances.map(({ text }) => text).join(' ');
  return {
    transcription: { ...transcription, utterances, full_transcript },
    results: entities.map(({ type, label, start, end }) => ({
      entity_type: type,
      text: `[${label}]`,
      start,
      end,
    })),
  };
};

/** Names of people, places and the like, as far as the request needs them, and what looked for them. */
export async function namesFor(
  utterances: readonly Utterance[],
  requested: ReadonlySet<PiiEntity> | 'all',
  tools: Pick<AddonTools, 'tokenClassifier' | 'onProgress'>,
): Promise<FoundNames & { named: PiiEntity[] }> {
  const named = [...new Set([...MODEL_ENTITIES].flatMap((type) => requestedAs(type, requested) ?? []))];
  // What has a fixed form may be misheard beyond it, and a model for personal data may find it all the same.
  const found = await findNames(utterances, tools, {
    models: named.length > 0 ? ['pii_redaction', 'named_entity_recognition'] : ['pii_redaction'],
    rules: named.length > 0 ? 'too' : 'never',
    isWanted: (type) => requestedAs(type, requested) !== undefined,
  });
  const spans = [...found.spans, ...(await repeatedNames(utterances, found.spans))];
  const isWhole =
    requested === 'all' ||
    requested.has('NAME') ||
    !(requested.has('NAME_GIVEN') || requested.has('NAME_FAMILY'));
  return {
    ...found,
    named,
    spans: isWhole ? wholeNames(utterances, spans) : await nameParts(utterances, spans),
  };
}

/** Whether nothing here could look for any of the requested types, in any language spoken. */
const isHopeless = (
  requested: ReadonlySet<PiiEntity> | 'all',
  lookedFor: ReadonlyMap<string, ReadonlySet<PiiEntityType>>,
): boolean =>
  requested !== 'all' &&
  lookedFor.size > 0 &&
  [...requested].every(
    (type) =>
      (MODEL_ENTITIES.has(type) || WORD_ENTITIES.has(type)) &&
      [...lookedFor.values()].every((looked) => !covers(looked, type)),
  );

/** Adds what rules look for by the words of a language. */
function withWordTypes(
  lookedFor: ReadonlyMap<string, ReadonlySet<PiiEntityType>>,
  languages: readonly string[],
): Map<string, ReadonlySet<PiiEntityType>> {
  return new Map(
    languages.map((language) => {
      const byWords = CONTEXT_LANGUAGES.has(language) ? WORD_ENTITIES : unspacedTypes(language);
      return [language, new Set([...(lookedFor.get(language) ?? []), ...byWords])];
    }),
  );
}
