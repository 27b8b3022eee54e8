import type { Utterance } from '../../contract/transcripts/utterance.ts';
import { loadKnownWords } from './names/known-words.ts';
import { findWords } from './names/name-places.ts';
import { readNames } from './names/name-reading.ts';
import type { WordSpan } from './word-span.ts';

/** Named hospitals, clinics, practices and homes in an utterance, with or without capitals: "The local hospital" names none. */
export async function findFacilities(utterance: Utterance, index: number): Promise<WordSpan[]> {
  const reading = readNames(utterance, utterance.language, await loadKnownWords());
  return findWords(reading, 'facility').map((range) => ({
    ...{ type: 'ORGANIZATION_MEDICAL_FACILITY', utterance: index },
    ...range,
  }));
}
