import { normalForm } from '../../../lib/normal-form.ts';
import endings from './english-endings.json' with { type: 'json' };

const LETTERS: Readonly<Record<string, string>> = {
  ı: 'i',
  ß: 'ss',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  æ: 'ae',
  œ: 'oe',
  ə: 'e',
  þ: 'th',
  ð: 'd',
};

/** A word as the lists have it: lower case, without accents, with plain apostrophes and hyphens. */
export const nameKey = (word: string): string =>
  normalForm(word.toLowerCase(), 'NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[ıßøłđæœəþð]/gu, (letter) => LETTERS[letter] ?? letter)
    .replaceAll(/[’ʼ‘`´]/gu, "'")
    .replaceAll(/[‐‑–]/gu, '-');

let loaded: Promise<KnownWords> | null = null;

/** The lists, decoded once. */
export function loadKnownWords(): Promise<KnownWords> {
  loaded ??= load();
  return loaded;
}

async function load() {
  // Promises in the built app (src/cli/build/packed-data.ts).
  const [names, english, others, { default: both }] = await Promise.all([
    import('./name-lists.json').then((module) => module.default),
    import('./english-words.json').then((module) => module.default),
    import('./common-words.json').then((module) => module.default),
    import('./word-names.json'),
  ]);
  const given = frontDecoded(names.given);
  const family = frontDecoded(names.family);
  const words = frontDecoded(english.words);
  const proper = frontDecoded(english.proper);
  const rare = new Set(both.rare.split(' '));
  const wordGiven = new Set(both.given.split(' '));
  const wordFamily = new Set(both.family.split(' '));
  const sure = new Set(both.sure.split(' '));
  const ordinary = new Map(
    Object.entries(both.ordinary).map(([language, own]) => [language, new Set(own.split(' '))]),
  );
  const common = new Map(
    Object.entries(others.words).map(([language, own]) => [language, frontDecoded(own)]),
  );
  return {
    isGiven: (word: string) => given.has(word) || wordGiven.has(word) || rare.has(word),
    isFamily: (word: string) => family.has(word),
    /** Whether it is an ordinary English word, inflected or not. */
    isEnglish: (word: string) => uninflected(word).some((form) => words.has(form)),
    /** Whether English writes it with a capital, and it is no family name: places, brands, nationalities. */
    isProper: (word: string) => proper.has(word) && !given.has(word),
    /** Whether it is a word or a month first, and a name only where something says so: "will", "May". */
    isRareName: (word: string) => rare.has(word),
    /** Whether people are called by this ordinary word, as a given name or only beside one: "rich", "knight". */
    isWordGiven: (word: string) => wordGiven.has(word),
    isWordFamily: (word: string) => wordFamily.has(word),
    /** Whether it is an ordinary word of another language than English, in which people are called so, too: "klein", "bianca". */
    isOrdinary: (word: string, language: string) => ordinary.get(language)?.has(word) === true,
    /** Whether it is one of the 5,400 most usual words of another language than English, and in no list of names. */
    isCommon: (word: string, language: string) => common.get(language)?.has(word) === true,
    /** Whether it is a name, though a dictionary has it: "john". */
    isSureName: (word: string) => sure.has(word),
  };
}
/** What is known about words, in the form of `nameKey`. */
export type KnownWords = Awaited<ReturnType<typeof load>>;

/** "jab" doubles its last letter before an ending: "jaber" is no form of it. */
const DOUBLES = /^[^aeiou]*[aeiou][^aeiouwxy]$/;

const ENDINGS = endings.map(([end = '', by = '']) => ({ end: new RegExp(`${end}$`), by }));

/** The word itself, and what it may be an inflection of. */
function uninflected(word: string): string[] {
  const stems = ENDINGS.filter(({ end }) => end.test(word)).flatMap(({ end, by }) => {
    const stem = word.replace(end, by);
    return DOUBLES.test(stem) && !/s$|(.)\1(?:ed|ing|ers?|est)$/.test(word) ? [] : [stem];
  });
  const forms = [word, ...stems];
  const bare = forms.filter((form) => /^(?:un|re|in|non|mis|dis|pre|over|out|under)[a-z]{3}/.test(form));
  return [...forms, ...bare.map((form) => form.replace(/^(?:un|re|in|non|mis|dis|pre|over|out|under)/, ''))];
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

const named = new Map<string, ReadonlySet<string>>();

/** Whether it is a country's name in a language, in the form of `nameKey`. */
export function isCountry(name: string, language: string): boolean {
  const known = named.get(language) ?? countriesIn(language);
  named.set(language, known);
  return known.has(name);
}

function countriesIn(language: string): Set<string> {
  const names = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' });
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  return new Set(letters.flatMap((a) => letters.flatMap((b) => nameKey(names.of(a + b) ?? '') || [])));
}
