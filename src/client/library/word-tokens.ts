import { normalForm } from '../../lib/normal-form.ts';
import { segmentsOf } from '../../lib/segmenter-of.ts';

/** Scripts that are written without spaces between words. */
export const SPACELESS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
/** Letters and digits, with an apostrophe within a word and a point or comma within a number. */
const WORDS = /[\p{L}\p{N}\p{M}]+(?:(?:['’](?=\p{L})|(?<=\p{N})[.,](?=\p{N}))[\p{L}\p{N}\p{M}]+)*/gu;
/** Accents, Arabic vowel marks with the stretching stroke, Hebrew points, and the dots of India's borrowed letters; the vowel signs of other scripts are not among them. */
const ACCENTS =
  /(?![\u3099\u309a])(?=\p{Mn})[\p{Script=Inherited}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Cyrillic}]|[\u0640\u093c\u09bc\u0a3c\u0abc]/gu;
/** Katakana, as hiragana is 0x60 before it. */
const KATAKANA = /[\u30a1-\u30f6]/gu;
/** Letters that Unicode does not take apart, as people write them who lack them. */
const PLAIN_LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ı: 'i',
  ŧ: 't',
  ŋ: 'n',
  ĸ: 'k',
  ə: 'e',
  ɓ: 'b',
  ɗ: 'd',
  ƙ: 'k',
  ƴ: 'y',
  ς: 'σ',
  ٱ: 'ا',
  // Persian and Urdu have signs of their own for the same letters, and many leave the dots out.
  ى: 'ي',
  ی: 'ي',
  ک: 'ك',
  ة: 'ه',
  ہ: 'ه',
  ھ: 'ه',
};
const OTHER_LETTERS = new RegExp(`[${Object.keys(PLAIN_LETTERS).join('')}]`, 'gu');

/** Letters, digits and marks that only their case changes. */
const PLAIN = /^\p{ASCII}*$/u;

/** A word as it is compared, or a text: without case and accents. */
export const foldWord = (word: string): string => (PLAIN.test(word) ? word.toLowerCase() : foldLetters(word));

const foldLetters = (word: string): string =>
  normalForm(word, 'NFKD')
    .replaceAll(ACCENTS, '')
    .normalize('NFC')
    .replaceAll('’', "'")
    .toLowerCase()
    .replaceAll(KATAKANA, (kana) => String.fromCharCode(kana.charCodeAt(0) - 0x60))
    .replaceAll(OTHER_LETTERS, (letter) => PLAIN_LETTERS[letter] ?? letter);

/** Where the words of a text are. */
export function* wordSpans(text: string): Generator<{ word: string; at: number }> {
  if (!SPACELESS.test(text)) {
    for (const match of text.matchAll(WORDS)) yield { word: match[0], at: match.index };
    return;
  }
  for (const { segment, index, isWordLike } of segmentsOf(text, undefined, 'word')) {
    if (isWordLike) yield { word: segment, at: index };
  }
}

/** The words of a text, as they are written. */
export function wordTokens(text: string): string[] {
  const words: string[] = [];
  for (const { word } of wordSpans(text)) words.push(word);
  return words;
}
