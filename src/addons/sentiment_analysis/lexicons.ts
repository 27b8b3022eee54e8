import { z } from '../../lib/zod.ts';

/**
 * Words rated from -5 to 5 (AFINN-165, Nielsen 2011, and its translations), each language in a file of its own; and
 * negations, which invert what follows or precedes them.
 */
const LEXICONS = {
  de: {
    load: () => import('afinn-165-multilingual/build/AFINN-de.json'),
    negations: 'nicht kein keine keinen keinem keiner keines nie niemals nichts ohne kaum',
  },
  en: {
    load: () => import('afinn-165-multilingual/build/AFINN-en.json'),
    negations:
      "not no never none nothing nobody neither nor without hardly barely cannot can't couldn't don't doesn't didn't won't wouldn't " +
      "isn't aren't wasn't weren't haven't hasn't hadn't shouldn't ain't",
  },
  es: {
    load: () => import('afinn-165-multilingual/build/AFINN-es.json'),
    negations: 'no nunca jamás nada nadie ningún ninguna ninguno sin tampoco apenas',
  },
  fr: {
    load: () => import('afinn-165-multilingual/build/AFINN-fr.json'),
    negations: 'pas jamais rien aucun aucune personne sans plus guère ni',
  },
  it: {
    load: () => import('afinn-165-multilingual/build/AFINN-it.json'),
    negations: 'non mai niente nulla nessuno nessuna nessun senza né neanche neppure',
  },
  nl: {
    load: () => import('afinn-165-multilingual/build/AFINN-nl.json'),
    negations: 'niet geen nooit niets niemand zonder nauwelijks',
  },
  pt: {
    load: () => import('afinn-165-multilingual/build/AFINN-pt.json'),
    negations: 'não nunca jamais nada ninguém nenhum nenhuma sem nem tampouco',
  },
} as const;

type LexiconLanguage = keyof typeof LEXICONS;

export interface Lexicon {
  /** Ratings by word in lower case. */
  ratings: ReadonlyMap<string, number>;
  negations: ReadonlySet<string>;
  /** Number of words before and after a word within which a negation inverts it. */
  before: number;
  after: number;
}

/** Languages whose negation often follows: "das gefällt mir nicht", "je n'aime pas". */
const NEGATED_BEHIND: ReadonlySet<string> = new Set(['de', 'fr', 'nl']);

const rated = z.record(z.string(), z.number().nullable());

const hasLexicon = (language: string): language is LexiconLanguage => language in LEXICONS;

/** Rated words of a language; null if there are none. */
export async function loadLexicon(language: string): Promise<Lexicon | null> {
  if (!hasLexicon(language)) return null;
  // A promise in the built app (src/cli/build/packed-data.ts).
  const { default: words } = await LEXICONS[language].load();
  return lexiconOf(language, await words);
}

/** @param words the language's file of ratings */
export function lexiconOf(language: LexiconLanguage, words: unknown): Lexicon {
  const turning = new Set(LEXICONS[language].negations.split(' '));
  const ratings = new Map<string, number>();
  for (const [word, rating] of Object.entries(rated.parse(words))) {
    const lower = word.toLowerCase();
    if (rating !== null && lower !== '' && !turning.has(lower)) ratings.set(lower, rating);
  }
  return { ratings, negations: turning, before: 3, after: NEGATED_BEHIND.has(language) ? 2 : 0 };
}
