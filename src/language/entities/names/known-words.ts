import { foldLetters } from '../../../lib/fold-letters.ts';
import { memoised } from '../../../lib/memoised.ts';
import endings from './english-endings.json' with { type: 'json' };

/** A word as the lists have it: lower case, without accents, with plain apostrophes and hyphens. */
export const nameKey = foldLetters;

/** The lists, decoded once. */
export const loadKnownWords = memoised(async () => {
  // Promises in the built app (src/cli/build/packed-data.ts).
  const [names, english, others, { default: both }] = await Promise.all([
    import('./name-lists.json').then((module) => module.default),
    import('./english-words.json').then((module) => module.default),
    import('./common-words.json').then((module) => module.default),
    import('./word-names.json'),
  ]);
  const isListed = has(frontDecoded(names.given));
  const isWord = has(frontDecoded(english.words));
  const isWritten = has(frontDecoded(english.proper));
  const isWordGiven = has(both.given.split(' '));
  const isRareName = has(both.rare.split(' '));
  return {
    isGiven: (word: string) => isListed(word) || isWordGiven(word) || isRareName(word),
    isFamily: has(frontDecoded(names.family)),
    /** Whether it is an ordinary English word, inflected or not. */
    isEnglish: (word: string) => uninflected(word).some(isWord),
    /** Whether English writes it with a capital, and it is no family name: places, brands, nationalities. */
    isProper: (word: string) => isWritten(word) && !isListed(word),
    /** Whether it is a word or a month first, and a name only where something says so: "will", "May". */
    isRareName,
    /** Whether people are called by this ordinary word, as a given name or only beside one: "rich", "knight". */
    isWordGiven,
    isWordFamily: has(both.family.split(' ')),
    /** Whether it is an ordinary word of another language than English, in which people are called so, too: "klein", "bianca". */
    isOrdinary: inLanguage(both.ordinary, (own) => own.split(' ')),
    /** Whether it is one of the 5,400 most usual words of another language than English, and in no list of names. */
    isCommon: inLanguage(others.words, frontDecoded),
    /** Whether it is a name, though a dictionary has it: "john". */
    isSureName: has(both.sure.split(' ')),
  };
});

function has(words: Iterable<string>): (word: string) => boolean {
  const own = new Set(words);
  return (word) => own.has(word);
}

function inLanguage(lists: object, read: (list: string) => Iterable<string>) {
  const own = new Map(Object.entries(lists).map(([language, list]) => [language, has(read(list))]));
  return (word: string, language: string): boolean => own.get(language)?.(word) === true;
}

/** What is known about words, in the form of `nameKey`. */
export type KnownWords = Awaited<ReturnType<typeof loadKnownWords>>;

/** "jab" doubles its last letter before an ending: "jaber" is no form of it. */
const DOUBLES = /^[^aeiou]*[aeiou][^aeiouwxy]$/;

const BEGINNING = /^(?:un|re|in|non|mis|dis|pre|over|out|under)(?=[a-z]{3})/;
const ENDINGS = endings.map(([end = '', by = '']) => ({ end: new RegExp(`${end}$`), by }));

/** The word itself, and what it may be an inflection of. */
function uninflected(word: string): string[] {
  const stems = ENDINGS.filter(({ end }) => end.test(word)).flatMap(({ end, by }) => {
    const stem = word.replace(end, by);
    return DOUBLES.test(stem) && !/s$|(.)\1(?:ed|ing|ers?|est)$/.test(word) ? [] : [stem];
  });
  const forms = [word, ...stems];
  return [...forms, ...forms.map((form) => form.replace(BEGINNING, ''))];
}

/**
 * The words of a sorted list, separated by spaces, in which each word begins with the number (one digit in base 36) of
 * letters that it shares with the one before.
 */
export function frontDecoded(coded: string): Set<string> {
  const words = new Set<string>();
  let before = '';
  for (const entry of coded.split(' ')) {
    before = before.slice(0, Number.parseInt(entry.charAt(0), 36)) + entry.slice(1);
    words.add(before);
  }
  return words;
}

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
const countriesIn = memoised((language: string) => {
  const names = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' });
  return new Set(LETTERS.flatMap((a) => LETTERS.flatMap((b) => nameKey(names.of(a + b) ?? '') || [])));
});

/** Whether it is a country's name in a language, in the form of `nameKey`. */
export const isCountry = (name: string, language: string): boolean => countriesIn(language).has(name);
