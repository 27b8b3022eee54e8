import lists from './function-words.json' with { type: 'json' };

/** Words that show where a phrase begins, in lower case. */
interface FunctionWords {
  /** Articles, determiners and prepositions belong to what follows, so no row ends with one. */
  leading: string;
  /** Pronouns and auxiliaries, which preferably remain with what follows. */
  light?: string;
  /** Numbers as words; in front of what they count. */
  numbers?: string;
  /** Words that start a clause: a good place to break is before them. */
  conjunctions: string;
  /** Nouns that are before a number: "chapter 5". */
  counted?: string;
  /** Particles that belong to what precedes them: no row starts with one. */
  trailing?: string;
}

const LISTS: Readonly<Record<string, FunctionWords>> = lists;

interface FunctionWordSets {
  leading: ReadonlySet<string>;
  light: ReadonlySet<string>;
  numbers: ReadonlySet<string>;
  conjunctions: ReadonlySet<string>;
  counted: ReadonlySet<string>;
  trailing: ReadonlySet<string>;
}

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(' ').filter((word) => word !== ''));

const SETS: ReadonlyMap<string, FunctionWordSets> = new Map(
  Object.entries(LISTS).map(([language, { leading, light, numbers, conjunctions, counted, trailing }]) => [
    language,
    {
      leading: setOf(leading),
      light: setOf(light ?? ''),
      numbers: setOf(numbers ?? ''),
      conjunctions: setOf(conjunctions),
      counted: setOf(counted ?? ''),
      trailing: setOf(trailing ?? ''),
    },
  ]),
);

const NONE: FunctionWordSets = {
  leading: new Set(),
  light: new Set(),
  numbers: new Set(),
  conjunctions: new Set(),
  counted: new Set(),
  trailing: new Set(),
};

/** The function words of a language; empty if it has no list. */
export const functionWordsOf = (language: string): FunctionWordSets => SETS.get(language) ?? NONE;
