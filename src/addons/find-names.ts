import type { PiiEntityType } from '../contract/transcripts/pii-entity-type.ts';
import type { Utterance } from '../contract/transcripts/utterance.ts';
import { findFacilities, findHomeTowns, findTraits, traitTypes } from '../language/entities/find-by-rows.ts';
import type { WordSpan } from '../language/entities/found-entity.ts';
import { judgeModelFinds, type ScoredSpan } from '../language/entities/judge-model-finds.ts';
import { beginsEntity, standsForOf, typeOfLabel } from '../language/entities/label-types.ts';
import { findPeople, hasNameRules } from '../language/entities/names/find-people.ts';
import type { Label, TokenClassifier } from '../language/text/text-models.ts';
import { append } from '../lib/append.ts';
import type { AddonTools } from './addon.ts';
import type { AddonKey } from './addon-schema.ts';

export interface FoundNames {
  /** May overlap. */
  spans: WordSpan[];
  /** What was looked for, by language; nothing without a model or a library. */
  lookedFor: Map<string, Set<PiiEntityType>>;
  /** What looked for them, by language: model ids, and `builtin` for rules; and for what. */
  readers: Record<string, string[]>;
  searches: Record<string, Record<string, PiiEntityType[]>>;
}

interface NameSearch {
  /** Languages whose models are each asked. */
  models: readonly Extract<AddonKey, 'named_entity_recognition' | 'pii_redaction'>[];
  /** Whether rules read as well, only what no model has read, or nothing. */
  rules: 'too' | 'otherwise' | 'never';
  /** Whether a type is looked for; models without such a type are not asked. Defaults to all. */
  isWanted?: (type: PiiEntityType) => boolean;
}

/** Words per call to a model, so that progress is visible. */
const WORDS_AT_ONCE = 400;
/** Labels of an earlier redaction, and masked text. */
const REDACTED = /^\s*\P{L}*(?:\[[A-Z_]+_\d+\]|#+)/u;

/** Names, which have no fixed form: by the models of each utterance's language, in English by a library of grammar. */
export async function findNames(
  utterances: readonly Utterance[],
  tools: Pick<AddonTools, 'tokenClassifier' | 'onProgress'>,
  { models, rules, isWanted = () => true }: NameSearch,
): Promise<FoundNames> {
  const spans: WordSpan[] = [];
  const lookedFor = new Map<string, Set<PiiEntityType>>();
  const searches: FoundNames['searches'] = {};
  const byLanguage = new Map<string, number[]>();
  for (const [index, { language }] of utterances.entries()) {
    const own = byLanguage.get(language) ?? [];
    own.push(index);
    byLanguage.set(language, own);
  }
  const steps = Math.max(utterances.length * models.length, 1);
  let done = 0;
  for (const [language, indices] of byLanguage) {
    const looked = new Set<PiiEntityType>();
    lookedFor.set(language, looked);
    const own: Record<string, PiiEntityType[]> = {};
    const byModels: ScoredSpan[] = [];
    searches[language] = own;
    const noteSearch = (reader: string, types: Iterable<PiiEntityType>) => {
      own[reader] = [...new Set(types)].sort();
      for (const type of own[reader]) looked.add(type);
    };
    for (const model of models) {
      const classifier = await tools.tokenClassifier(model, language);
      const labels = (await classifier?.labels()) ?? [];
      const types = labels.flatMap((label) => typeOfLabel(label) ?? []);
      const narrower = labels.flatMap((label) => standsForOf(label) ?? []);
      if (classifier && [...types, ...narrower].some(isWanted)) {
        noteSearch(classifier.modelId, types);
        const onRead = (count: number) => tools.onProgress((done + count) / steps);
        append(byModels, await byModel(classifier, indices, utterances, onRead));
      }
      done += indices.length;
    }
    const found: WordSpan[] = [];
    if (hasNameRules(language) && (rules === 'too' || (rules === 'otherwise' && looked.size === 0))) {
      const types = new Set<PiiEntityType>();
      append(found, await byRules(language, indices, utterances, types));
      noteSearch('builtin', types);
    }
    const isJudged = rules !== 'otherwise' && hasNameRules(language);
    append(spans, isJudged ? await judgeModelFinds(byModels, found, utterances) : byModels);
    append(spans, found);
  }
  const readers = Object.fromEntries(
    Object.entries(searches).map(([language, own]) => [language, Object.keys(own)]),
  );
  return { spans: spans.filter((span) => !isRedacted(span, utterances)), lookedFor, readers, searches };
}

/** @param onRead receives the number of utterances read */
async function byModel(
  classifier: TokenClassifier,
  indices: readonly number[],
  utterances: readonly Utterance[],
  onRead: (count: number) => void,
): Promise<ScoredSpan[]> {
  const spans: ScoredSpan[] = [];
  let read = 0;
  for (const portion of portions(indices, utterances)) {
    const words = portion.flatMap((index) => utterances[index]?.words ?? []).map(({ word }) => word);
    append(spans, spansOf(await classifier.labelWords(words), portion, utterances));
    read += portion.length;
    onRead(read);
  }
  return spans;
}

async function byRules(
  language: string,
  indices: readonly number[],
  utterances: readonly Utterance[],
  looked: Set<PiiEntityType>,
): Promise<WordSpan[]> {
  looked.add('NAME').add('NAME_MEDICAL_PROFESSIONAL');
  const spans = language === 'en' ? await englishNames(indices, utterances, looked) : [];
  const towns = await homeTowns(indices, utterances, spans);
  const people = await findPeople(utterances, indices, language, [...spans, ...towns]);
  for (const type of traitTypes(language)) looked.add(type);
  looked.add('ORGANIZATION_MEDICAL_FACILITY');
  const facilities: WordSpan[] = [];
  const traits: WordSpan[] = [];
  for (const index of indices) {
    const utterance = utterances[index];
    if (!utterance) continue;
    append(facilities, await findFacilities(utterance, index));
    append(traits, await findTraits(utterance, index));
  }
  // First, since a library takes "Mayo Clinic" for any organisation.
  const others = spans.filter(({ type }) => !type.startsWith('NAME'));
  return [...facilities, ...others, ...towns, ...people, ...traits];
}

/** Where people say that they live, unless a library has said what is there. */
async function homeTowns(
  indices: readonly number[],
  utterances: readonly Utterance[],
  spans: readonly WordSpan[],
): Promise<WordSpan[]> {
  const found: WordSpan[] = [];
  for (const index of indices) {
    const utterance = utterances[index];
    const towns = utterance ? await findHomeTowns(utterance, index) : [];
    const isFree = ({ from, to }: WordSpan) =>
      !spans.some(
        (span) =>
          span.utterance === index && !span.type.startsWith('NAME') && span.from < to && span.to > from,
      );
    append(found, towns.filter(isFree));
  }
  return found;
}

async function englishNames(
  indices: readonly number[],
  utterances: readonly Utterance[],
  looked: Set<PiiEntityType>,
): Promise<WordSpan[]> {
  const { ENGLISH_NAME_TYPES, findEnglishNames } = await import('../language/entities/english-names.ts');
  for (const type of ENGLISH_NAME_TYPES) looked.add(type);
  return indices.flatMap((index) => {
    const utterance = utterances[index];
    return utterance ? findEnglishNames(utterance, index) : [];
  });
}

/** Consecutive utterances, some hundred words together. */
function portions(indices: readonly number[], utterances: readonly Utterance[]): number[][] {
  const all: number[][] = [];
  let words = WORDS_AT_ONCE;
  for (const index of indices) {
    if (words >= WORDS_AT_ONCE) {
      all.push([]);
      words = 0;
    }
    all.at(-1)?.push(index);
    words += utterances[index]?.words.length ?? 0;
  }
  return all;
}

/** Consecutive words of one type in an utterance, unless a new entity starts. */
function spansOf(
  labels: readonly Label[],
  portion: readonly number[],
  utterances: readonly Utterance[],
): ScoredSpan[] {
  const spans: ScoredSpan[] = [];
  let place = 0;
  for (const utterance of portion) {
    const count = utterances[utterance]?.words.length ?? 0;
    for (let word = 0; word < count; word++, place++) {
      const { label, score } = labels[place] ?? { label: 'O', score: 0 };
      const type = typeOfLabel(label);
      const last = spans.at(-1);
      const continues = last?.utterance === utterance && last.to === word && last.type === type;
      if (continues && !beginsEntity(label, labels[place - 1]?.label ?? 'O')) {
        last.to = word + 1;
        last.score = Math.min(last.score, score);
      } else if (type) {
        const standsFor = standsForOf(label);
        const span: ScoredSpan = { type, utterance, from: word, to: word + 1, byModel: true, score };
        spans.push(standsFor ? { ...span, standsFor } : span);
      }
    }
  }
  return spans;
}

const isRedacted = ({ utterance, from, to }: WordSpan, utterances: readonly Utterance[]): boolean =>
  (utterances[utterance]?.words.slice(from, to) ?? []).some(({ word }) => REDACTED.test(word));
