import type { NumberWords } from '../cues/cue-schema.ts';
import { languageSymbols, withWords, wordClass } from '../cues/cues.ts';
import { SPOKEN } from '../cues/spoken.ts';
import { mayNameLetter, namedLetter } from './letter-names.ts';
import { type MappedText, ViewWriter } from './mapped-text.ts';
import {
  NUMBER_WORDS,
  type Reading,
  readNumber,
  readOrdinal,
  readRepeated,
  type SpokenNumber,
} from './read-number.ts';

/** A run of letters or of digits in the written text. */
interface Token {
  text: string;
  from: number;
  to: number;
  language: string;
  /** Text between it and the previous token. */
  gap: string;
}

/** Words between digits that mean none. */
const FILLERS = wordClass('filler');
const MOST_FILLERS = 5;
const SPELLING_LINKS = wordClass('spellingLink');

/** Between the words of one number or symbol. */
const JOINED = /^(?: |-|'|)$/;

/** Digits of scripts that write no spaces are alone where several follow each other. */
const DIGIT = '(?:ゼロ|[零〇一幺二两三四五六七八九공영일이삼사오육륙칠팔구])';
const TOKEN = new RegExp(
  [
    `${DIGIT}(?= ?${DIGIT} ?${DIGIT})`,
    `(?<=${DIGIT} ?)${DIGIT}(?= ?${DIGIT})`,
    `(?<=${DIGIT} ?${DIGIT} ?)${DIGIT}`,
    // The word of the radio alphabet that is written as two, or with a hyphen.
    "(?<!\\p{L})x[ '-]ray(?!\\p{L})",
    `(?:(?!${DIGIT} ?${DIGIT} ?${DIGIT})\\p{L})+`,
    '\\p{N}+',
  ].join('|'),
  'gu',
);

function tokens(text: string, languageAt: (index: number) => string): Token[] {
  const found: Token[] = [];
  let end = 0;
  for (const match of text.matchAll(TOKEN)) {
    const language = languageAt(match.index);
    found.push({
      text: match[0].replace(/^x[ '-]ray$/, 'xray'),
      from: match.index,
      to: match.index + match[0].length,
      language: language in NUMBER_WORDS ? language : 'en',
      gap: text.slice(end, match.index),
    });
    end = match.index + match[0].length;
  }
  return found;
}

/**
 * The text as it was meant when spoken: numbers in digits, ordinals as "3º", "double seven" as "77", symbols as one
 * private-use character each, "b as in Bravo" as "b"; hesitations between digits are dropped. Everything else remains.
 *
 * @param text folded
 * @param languageAt transcription language code at an index
 */
export function inverseNormalise(text: string, languageAt: (index: number) => string): MappedText {
  const all = tokens(text, languageAt);
  const out = new ViewWriter(text);
  let afterNumber = false;
  for (let index = 0; index < all.length; ) {
    const token = all[index];
    if (!token) break;
    const fillers = afterNumber ? all.slice(index, index + MOST_FILLERS) : [];
    const next = index + fillers.findIndex((own) => !FILLERS.has(own.text));
    if (next > index && !answers(token) && isNumeric(all, next)) {
      out.skipTo(all[next]?.from ?? token.to);
      index = next;
      continue;
    }
    const reading = readAt(all, index, afterNumber);
    const last = all[index + (reading?.tokens ?? 1) - 1] ?? token;
    out.copyTo(token.from);
    if (reading) out.write(reading.text, token.from, last.to);
    else out.copyTo(token.to);
    afterNumber = /^\d/.test(reading?.text ?? token.text);
    index += reading?.tokens ?? 1;
  }
  out.copyTo(text.length);
  return out.view();
}

/** "737. Yes, seven three seven": a word of agreement in a sentence of its own is between two numbers. */
const answers = ({ text, gap }: Token): boolean => /[.?!]/.test(gap) && AGREEMENT.has(text);
const AGREEMENT = wordClass('agreement');

/** Consecutive tokens from here on that only a space or hyphen separates. */
function joinedTexts(all: readonly Token[], at: number, most: number): string[] {
  const first = all[at];
  const texts: string[] = [];
  for (let index = at; index < Math.min(at + most, all.length); index++) {
    const token = all[index];
    if (!token || token.language !== first?.language || (index > at && !JOINED.test(token.gap))) break;
    texts.push(token.text);
  }
  return texts;
}

const MOST_WORDS = 12;

/** A number in digits. The Chinese zero counts as one in Unicode, but is a word beside others. */
const isWritten = ({ text }: Token): boolean => /^\p{N}/u.test(text) && text !== '〇';

function readAt(all: readonly Token[], at: number, afterNumber: boolean): Reading | undefined {
  const token = all[at];
  const language = NUMBER_WORDS[token?.language ?? ''];
  if (!token || !language) return undefined;
  if (isWritten(token)) return undefined;
  const letter = readLetterName(all, at, afterNumber);
  if (letter) return letter;
  if (!mayBegin(token, language)) return readAged(token);
  const texts = joinedTexts(all, at, MOST_WORDS);
  const repeated = readRepeated(texts, language, afterNumber || isNumeric(all, at + 2));
  if (repeated) return repeated;
  if (
    language.zeroBesides.has(token.text) &&
    all[at + 1]?.text !== 'clock' &&
    (afterNumber || isNumeric(all, at + 1) || (isDot(all[at - 1]) && isNumeric(all, at - 2)))
  ) {
    return { tokens: 1, text: '0' };
  }
  const symbol = readSymbol(texts, token.language, isNumeric(all, at + 1));
  if (symbol) return symbol;
  const ordinal = readOrdinal(texts, 0, language);
  const number = wholeNumber(all, at, texts, language);
  if (
    ordinal &&
    ordinal.words >= (number?.words ?? 0) &&
    isDateOrdinal(token.text, ordinal.words, afterNumber)
  )
    return { tokens: ordinal.words, text: `${ordinal.value}º` };
  if (number) return { tokens: number.words, text: String(number.value) };
  return readSpelled(texts) ?? readAged(token);
}

/** "zeta", "erre" among other letters and digits. */
function readLetterName(all: readonly Token[], at: number, afterNumber: boolean): Reading | undefined {
  const { text = '', language = '' } = all[at] ?? {};
  if (!mayNameLetter(text, language)) return undefined;
  const after = JOINED.test(all[at + 1]?.gap ?? '') ? all[at + 1]?.text : undefined;
  const beside = [all[at - 1]?.text, after] as const;
  const letter = namedLetter(text, beside, [afterNumber, isNumeric(all, at + 1)], language);
  return letter === null ? undefined : { tokens: 1, text: letter };
}

/** "trente quatre-vingt-dix" is 30, 90 rather than 34, 20: a number does not end inside a hyphenated word. */
function wholeNumber(
  all: readonly Token[],
  at: number,
  texts: readonly string[],
  language: NumberWords,
): SpokenNumber | undefined {
  const number = readNumber(texts, 0, language);
  if (!number || all[at + number.words]?.gap !== '-' || !isNumeric(all, at + number.words)) return number;
  for (let count = number.words - 1; count > 0; count--) {
    if (all[at + count]?.gap !== ' ') continue;
    const shorter = readNumber(texts.slice(0, count), 0, language);
    if (shorter?.words === count) return shorter;
  }
  return number;
}

/** First words of everything that can be read in a language. */
const BEGINNINGS = new Map(
  Object.entries(NUMBER_WORDS).map(([code, language]) => {
    const tables = Object.values(language).flatMap((own) =>
      own instanceof Map || own instanceof Set ? [...(own.keys() as Iterable<string>)] : [],
    );
    const words = [...tables, ...Object.keys(languageSymbols(code))];
    return [language, new Set(words.map((word) => word.replace(/ .*/, '')))];
  }),
);

const mayBegin = ({ text }: Token, language: NumberWords): boolean =>
  text.length === 1 ||
  BEGINNINGS.get(language)?.has(text) === true ||
  (language.glued !== undefined && readNumber([text], 0, language) !== undefined);

/** "second" after a number is a unit of time; an isolated "prima" or "erste" is seldom a date but does no harm. */
const isDateOrdinal = (text: string, words: number, afterNumber: boolean): boolean =>
  !(text === 'second' && words === 1 && afterNumber);

function readSymbol(texts: readonly string[], code: string, beforeNumber: boolean): Reading | undefined {
  const table = languageSymbols(code);
  for (let count = 3; count >= 1; count--) {
    const symbol = texts.length >= count ? table[texts.slice(0, count).join(' ')] : undefined;
    if (symbol === undefined || (symbol === SPOKEN.plus && !beforeNumber)) continue;
    return { tokens: count, text: symbol };
  }
  return undefined;
}

/** "b as in bravo" */
export function readSpelled(texts: readonly string[]): Reading | undefined {
  const [letter = '', first = '', second = '', third = ''] = texts;
  if (!/^\p{L}$/u.test(letter)) return undefined;
  if (SPELLING_LINKS.has(`${first} ${second}`) && third.startsWith(letter))
    return { tokens: 4, text: letter };
  if (SPELLING_LINKS.has(first) && second.length > 2 && second.startsWith(letter))
    return { tokens: 3, text: letter };
  return undefined;
}

/** Between the parts of an address: "one six eight dot oh dot one". */
const isDot = (token: Token | undefined): boolean =>
  token !== undefined && languageSymbols(token.language)[token.text] === SPOKEN.dot;

const AGED = withWords('^(.+?)(<ending of an age>)$');

/** "fünfunddreißigjährige" */
function readAged(token: Token): Reading | undefined {
  const [, count = '', rest = ''] = AGED.exec(token.text) ?? [];
  const german = NUMBER_WORDS.de;
  const number = german && count !== '' ? readNumber([count], 0, german) : undefined;
  return number && { tokens: 1, text: `${number.value}-${rest}` };
}

function isNumeric(all: readonly Token[], at: number): boolean {
  const token = all[at];
  if (!token) return false;
  if (isWritten(token)) return true;
  const language = NUMBER_WORDS[token.language];
  if (language?.repeat.has(token.text)) {
    const next = all[at + 1]?.text ?? '';
    return /^\d$/.test(next) || language.cardinals.has(next) || language.zeroBesides.has(next);
  }
  return (
    language !== undefined &&
    (language.cardinals.has(token.text) ||
      language.zeroBesides.has(token.text) ||
      readNumber([token.text], 0, language) !== undefined)
  );
}
