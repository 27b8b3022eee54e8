import { withAsciiDigits } from './ascii-digit.ts';
import { normalForm } from './normal-form.ts';
import plainLetters from './plain-letters.json' with { type: 'json' };

/** Signs that are written for an apostrophe: curly and reversed ones, accents that are alone, and letters of their own. */
export const APOSTROPHES = '’‘`´ʼʻ＇׳';

const all = (signs: string, plain: string) => [...signs].map((sign) => [sign, plain] as const);
/** Signs as a keyboard has them; those that are not seen are left out: the soft hyphen, joiners and breaks without width. */
const PLAIN_SIGNS: ReadonlyMap<string, string> = new Map([
  ...all(APOSTROPHES, "'"),
  ...all('“”„‟״«»', '"'),
  ...all('‹›', "'"),
  ...all('‐‑‒–−', '-'),
  ...all('٫', '.'),
  ...all('٬', ','),
  ...all('\u00ad\u200b\u200c\u200d\u2060\ufeff', ''),
]);
const SIGNS = new RegExp(`[${[...PLAIN_SIGNS.keys()].join('')}]`, 'gu');

/**
 * Accents, Arabic vowel marks with the stretching stroke, Hebrew points, and the dots of India's borrowed letters. The vowel signs of other
 * scripts are not among them.
 */
const ACCENTS =
  /(?![\u3099\u309a])(?=\p{Mn})[\p{Script=Inherited}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Cyrillic}]|[\u0640\u093c\u09bc\u0a3c\u0abc]/gu;
/** Katakana, as hiragana is 0x60 before it. */
const KATAKANA = /[\u30a1-\u30f6]/gu;
/**
 * Letters that Unicode does not take apart, as people write them who lack them. Persian and Urdu have signs of their own for the same
 * letters, and many leave the dots out.
 */
const PLAIN_LETTERS: Readonly<Record<string, string>> = plainLetters;
const OTHER_LETTERS = new RegExp(`[${Object.keys(PLAIN_LETTERS).join('')}]`, 'gu');

/** Letters, digits and marks that only their case changes. */
const PLAIN = /^\p{ASCII}*$/u;

/** A text in the signs and digits of a keyboard, of one width and without ligatures; case and accents remain. */
export const plainSigns = (text: string): string =>
  PLAIN.test(text)
    ? text.replaceAll('`', "'")
    : withAsciiDigits(normalForm(withPlainSigns(text), 'NFKC').replaceAll('⁄', '/'));

/** The same without case: "ß" is the small form of "SS". */
export const withoutCase = (text: string): string => plainSigns(text).toUpperCase().toLowerCase();

/** A word or a text as it is searched: without case and accents, and in the signs of a keyboard. */
export const foldLetters = (text: string): string =>
  PLAIN.test(text) ? text.toLowerCase().replaceAll('`', "'") : withoutAccents(text);

export const inHiragana = (text: string): string =>
  text.replaceAll(KATAKANA, (kana) => String.fromCharCode(kana.charCodeAt(0) - 0x60));

const withPlainSigns = (text: string): string =>
  text.replaceAll(SIGNS, (sign) => PLAIN_SIGNS.get(sign) ?? sign);

const withoutAccents = (text: string): string =>
  inHiragana(
    withAsciiDigits(normalForm(withPlainSigns(text), 'NFKD'))
      .replaceAll(ACCENTS, '')
      .normalize('NFC')
      .replaceAll('⁄', '/')
      .toLowerCase(),
  ).replaceAll(OTHER_LETTERS, (letter) => PLAIN_LETTERS[letter] ?? letter);
