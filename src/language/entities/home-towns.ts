import type { Utterance } from '../../contract/transcripts/utterance.ts';
import { countries } from './names/countries.ts';
import { loadKnownWords } from './names/known-words.ts';
import { findWords } from './names/name-places.ts';
import { readNames } from './names/name-reading.ts';
import type { WordSpan } from './word-span.ts';

/** Towns and countries behind what people say of where they live: "Ich wohne in Bochum", "vivo en Sevilla". */
export async function findHomeTowns(utterance: Utterance, index: number): Promise<WordSpan[]> {
  const { language } = utterance;
  const reading = readNames(utterance, language, await loadKnownWords());
  const spanOf = ({ from, to }: { from: number; to: number }): WordSpan => {
    const name = reading.tokens.slice(from, to).map(({ whole }) => whole);
    const isCountry = countries(language).has(name.join(' '));
    return { type: isCountry ? 'LOCATION_COUNTRY' : 'LOCATION_CITY', utterance: index, from, to };
  };
  return [
    ...findWords(reading, 'town').map(spanOf),
    ...findWords(reading, 'country')
      .map(spanOf)
      .filter(({ type }) => type === 'LOCATION_COUNTRY'),
  ];
}
