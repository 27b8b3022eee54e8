const CASED = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Armenian}]/u;

const LETTER = /\p{L}/u;
/** The shortened words "'s" and "'t" remain in lower case, and the letters of "IJsland" are one. */
const DUTCH_LETTER = /(?<!\p{L})ij|(?<!['’‘](?=\p{L}(?!\p{L})))\p{L}/iu;
const DUTCH = new Set(['nl', 'af']);

const firstLetter = (word: string, language: string) =>
  (DUTCH.has(language) ? DUTCH_LETTER : LETTER).exec(word);

/** Whether a word leaves the capital of its sentence to the next one: "'s Avonds". */
export const leavesCapital = (word: string, language: string): boolean =>
  LETTER.test(word) && !firstLetter(word, language);

/** A word with its first letter in upper case, if that changes only the case ("ß" would become "SS"). */
export function capitalised(word: string, language: string): string {
  const letter = firstLetter(word, language);
  if (!letter || !CASED.test(letter[0])) return word;
  // The second parts of "3rd" and "x-ray's" remain; a digit before the first letter is the start of the word.
  if (/\p{N}/u.test(word.slice(0, letter.index))) return word;
  const upper = inLocale(language, (locale) => letter[0].toLocaleUpperCase(locale));
  if ([...upper].length !== [...letter[0]].length || upper === letter[0]) return word;
  return word.slice(0, letter.index) + upper + word.slice(letter.index + letter[0].length);
}

/** A word with its first letter in lower case. */
export function uncapitalised(word: string, language: string): string {
  const letter = firstLetter(word, language);
  if (!letter) return word;
  const lower = inLocale(language, (locale) => letter[0].toLocaleLowerCase(locale));
  if ([...lower].length !== [...letter[0]].length) return word;
  return word.slice(0, letter.index) + lower + word.slice(letter.index + letter[0].length);
}

/** Languages whose case rules differ from Unicode's own. */
const OWN_CASE = new Set(['tr', 'az', 'lt']);

const inLocale = (language: string, change: (locale: string | undefined) => string): string =>
  change(OWN_CASE.has(language) ? language : undefined);
