import type { PiiEntityType } from '../../contract/transcripts/pii-entity-type.ts';
import type { Utterance } from '../../contract/transcripts/utterance.ts';
import { memoisedFor } from '../../lib/memoised.ts';
import { cueRows } from '../cues/cues.ts';
import type { WordSpan } from './found-entity.ts';
import { isCountry, loadKnownWords } from './names/known-words.ts';
import { findPhrases, findWords } from './names/name-places.ts';
import { type NameRange, type NameReading, readNames } from './names/name-reading.ts';

/** What the words of an utterance may be, by rules alone. */
export const readingOf = memoisedFor(
  async (utterance: Utterance): Promise<NameReading> =>
    readNames(utterance, utterance.language, await loadKnownWords()),
);

const spansOf = (ranges: readonly NameRange[], type: PiiEntityType, utterance: number): WordSpan[] =>
  ranges.map(({ from, to }) => ({ type, utterance, from, to }));

/** Named hospitals, clinics, practices and homes, with or without capitals: "The local hospital" names none. */
export const findFacilities = async (utterance: Utterance, index: number): Promise<WordSpan[]> =>
  spansOf(findWords(await readingOf(utterance), 'facility'), 'ORGANIZATION_MEDICAL_FACILITY', index);

/** Towns and countries behind what people say of where they live: "Ich wohne in Bochum", "vivo en Sevilla". */
export async function findHomeTowns(utterance: Utterance, index: number): Promise<WordSpan[]> {
  const reading = await readingOf(utterance);
  const isNation = ({ from, to }: NameRange) => {
    const words = reading.tokens.slice(from, to).map(({ whole }) => whole);
    return isCountry(words.join(' '), utterance.language);
  };
  const found = findWords(reading, 'town');
  const named = [...found, ...findWords(reading, 'country')].filter(isNation);
  const towns = found.filter((range) => !isNation(range));
  return [...spansOf(towns, 'LOCATION_CITY', index), ...spansOf(named, 'LOCATION_COUNTRY', index)];
}

/** Types that lists of words find in a language. */
export const traitTypes = (language: string): PiiEntityType[] =>
  cueRows(language, 'trait').map(({ type }) => type);

/** What lists of words say about people and companies: conditions, professions, beliefs and the like. */
export async function findTraits(utterance: Utterance, index: number): Promise<WordSpan[]> {
  const reading = await readingOf(utterance);
  return cueRows(utterance.language, 'trait').flatMap(({ type, cues }) =>
    spansOf(findPhrases(reading, cues), type, index),
  );
}
