import { APOSTROPHES, inHiragana } from '../../lib/fold-letters.ts';
import { segmentsOf } from '../../lib/segmenter-of.ts';

/** Scripts that are written without spaces between words. */
export const SPACELESS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
/** Letters and digits, also units in one sign ("㎏"). */
const LETTERS = '(?:(?![ʼʻ])[\\p{L}\\p{N}\\p{M}\\u3300-\\u33ff])+';
const UNIT = /^[\u3300-\u33ff]/u;
/** Within a word: an apostrophe, a point or comma of a number, and what is not seen; ends of Persian words are words of their own. */
const INSIDE = `[${APOSTROPHES}'](?=\\p{L})|(?<=\\p{N})[.,．，٫٬](?=\\p{N})|[\\u00ad\\u200d\\u2060]+|(?<=\\p{M})\\u200c`;
/** An article or pronoun before a vowel is a word of its own: "l'été", "un'amica"; and so is the "O" of a name. */
const ELIDED =
  `(?:o(?=[${APOSTROPHES}'](?!clock)\\p{L}{3})|[ldjmtsnc]|qu|jusqu|lorsqu|puisqu|un|` +
  `gl|all|dall|dell|nell|sull|coll|quest|quell)(?=[${APOSTROPHES}']\\p{L}{2})`;
const WORDS = new RegExp(`${ELIDED}|${LETTERS}(?:(?:${INSIDE})${LETTERS})*`, 'giu');

/** A text in the kana that it has, in hiragana and in katakana: its words have other borders in each. */
export const kanaSpellings = (text: string): string[] => [
  ...new Set([
    text,
    inHiragana(text),
    text.replaceAll(/[\u3041-\u3096]/gu, (kana) => String.fromCharCode(kana.charCodeAt(0) + 0x60)),
  ]),
];

export function* wordSpans(text: string): Generator<{ word: string; at: number }> {
  if (!SPACELESS.test(text)) {
    for (const match of text.matchAll(WORDS)) yield { word: match[0], at: match.index };
    return;
  }
  for (const { segment, index, isWordLike } of segmentsOf(text, undefined, 'word')) {
    if (isWordLike || UNIT.test(segment)) yield { word: segment, at: index };
  }
}

export function wordTokens(text: string): string[] {
  const words: string[] = [];
  for (const { word } of wordSpans(text)) words.push(word);
  return words;
}
