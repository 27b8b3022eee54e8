import terms from './terms.json' with { type: 'json' };

/** A term, and what a recogniser that does not know it writes instead. */
export interface SpokenTerm {
  value: string;
  heardAs: string[];
}

/**
 * Realistic vocabularies by language: products, people, medicines, places, companies. The misrecognitions are common words and
 * spellings that sound like the term in the language.
 */
export const TERMS: Readonly<Record<string, readonly SpokenTerm[]>> = Object.fromEntries(
  Object.entries(terms).map(([language, heard]) => [
    language,
    Object.entries(heard).map(([value, heardAs]) => ({ value, heardAs })),
  ]),
);
