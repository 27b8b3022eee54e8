import { isAbaRouting } from '../checksums.ts';
import { type Find, type Recogniser, SURENESS } from '../found-entity.ts';
import { BEFORE_CUE, codeBefore, secretsBefore } from './before-its-cue.ts';
import { BIRTH_WORDS, CURRENCY, MONTH, TIME_UNIT } from './calendar-words.ts';
import {
  CONTEXT_WORDS,
  type ContextWords,
  LINK_WORDS,
  NO_SECRET,
  SECRET_STOPS,
  SECRET_WORDS,
  VERBS,
} from './context-words.ts';
import { UNSPACED_CUES } from './unspaced-codes.ts';

const contextPattern = (words: string): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{N}])(?:${words})(?![\\p{L}\\p{N}])`, 'gu');

const PATTERNS = CONTEXT_WORDS.map((context) => ({ context, pattern: contextPattern(context.words) }));

/** Any context words: what was asked before an answer. */
export const ANY_CONTEXT = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:${[...CONTEXT_WORDS, ...SECRET_WORDS].map(({ words }) => words).join('|')}|e-?mail|phone|telephone?|telefono?|${BIRTH_WORDS}|expir\\p{L}*)(?![\\p{L}\\p{N}])|${UNSPACED_CUES}`,
  'u',
);

/** Maximum number of words between context words and its value. */
const MOST_LINKS = 8;
const PIECE = /[\p{L}\p{N}]+/uy;
const BETWEEN = /[^\p{L}\p{N}\n]{0,4}/uy;
const WITHIN = /^(?:[ ,.;/\-\uE002\uE004]{0,3})$/u;

/** Where the value may start: after words that lead to it. */
function valueStart(text: string, from: number, only?: 'digits'): number | undefined {
  let place = from;
  for (let links = 0; links <= MOST_LINKS; links++) {
    place += match(BETWEEN, text, place).length;
    const piece = match(PIECE, text, place);
    if (piece === '') return undefined;
    const isCode =
      /\d/.test(piece) || (!only && /^[a-z]{1,3}$/.test(piece) && startsCode(text, place, piece));
    if (isCode) return place;
    if (!LINK_WORDS.has(piece)) return undefined;
    place += piece.length;
  }
  return undefined;
}

/** Letters at the start of a code: followed by a digit or another single letter. */
function startsCode(text: string, place: number, piece: string): boolean {
  const gap = match(BETWEEN, text, place + piece.length);
  const next = match(PIECE, text, place + piece.length + gap.length);
  if (!WITHIN.test(gap) || gap.includes('. ')) return false;
  if (/^\d/.test(next)) return piece.length === 1 ? true : !LINK_WORDS.has(piece);
  return piece.length === 1 && next.length === 1;
}

const match = (pattern: RegExp, text: string, at: number): string => {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? '';
};

const UNIT_AFTER = new RegExp(
  `^ ?(?:%|percent|[$€£]|${CURRENCY}\\b|${TIME_UNIT}\\b|${MONTH}\\b|people|times|items)`,
  'u',
);

/** The code that starts here; undefined if it is not of this kind. */
function codeAt(
  text: string,
  from: number,
  { type, characters: [least, most], digits, only }: ContextWords,
): number | undefined {
  let end = from;
  let place = from;
  let length = 0;
  let digitCount = 0;
  for (;;) {
    const gap = length === 0 ? '' : match(BETWEEN, text, place);
    const piece = match(PIECE, text, place + gap.length);
    if (piece === '' || !WITHIN.test(gap)) break;
    const isNumber = /^\d+$/.test(piece);
    const isMixed = /\d/.test(piece) && piece.length <= most;
    const isLetters = /^[a-z]+$/.test(piece);
    const fits =
      isNumber ||
      (only === undefined &&
        (isMixed ||
          (isLetters &&
            piece.length === 1 &&
            (length > 0 || startsCode(text, place + gap.length, piece)) &&
            !endsInWord(text, place + gap.length)) ||
          (isLetters &&
            piece.length <= 3 &&
            !LINK_WORDS.has(piece) &&
            (gap.includes('-') ||
              startsCode(text, place + gap.length, piece) ||
              // The letters that close a number plate: "AB12 CDE".
              (type === 'VEHICLE_ID' && digitCount >= digits && length < least)))));
    if (!fits || length + piece.length > most) break;
    if (/[.,;] /u.test(gap) && length >= least && digitCount >= digits && !/^\d{1,4}$/.test(piece)) break;
    length += piece.length;
    digitCount += piece.replaceAll(/\D/g, '').length;
    place += gap.length + piece.length;
    end = place;
  }
  if (length < least || digitCount < digits) return undefined;
  return UNIT_AFTER.test(text.slice(end, end + 24)) ? undefined : end;
}

/** "a" or "y" before a word is not a letter of a code. */
function endsInWord(text: string, place: number): boolean {
  const next = match(PIECE, text, place + 1 + match(BETWEEN, text, place + 1).length);
  return /^\p{L}{2,}$/u.test(next) && /[aeyio]/.test(text[place] ?? '');
}

function codesInContext(text: string): Find[] {
  const finds: Find[] = [];
  for (const { context, pattern } of PATTERNS) {
    for (const { 0: words, index } of text.matchAll(pattern)) {
      const said = codeBefore(text, index, context, codeAt);
      if (said) {
        finds.push({ type: context.type, ...said, sureness: SURENESS.context });
        continue;
      }
      const from = valueStart(text, index + words.length, context.only);
      const to = from === undefined ? undefined : codeAt(text, from, context);
      if (from === undefined || to === undefined) continue;
      const isRouting =
        context.type === 'ROUTING_NUMBER' && isAbaRouting(text.slice(from, to).replaceAll(/\D/g, ''));
      finds.push({
        type: context.type,
        from,
        to,
        sureness: isRouting ? SURENESS.checksum : SURENESS.context,
      });
    }
  }
  return finds;
}

const EXPIRY = new RegExp(
  `(?:expir\\p{L}*|exp\\.?|valid (?:until|thru|through|to)|good (?:until|thru|through)|valable jusqu\\p{L}*|fin de validite|ablaufdatum|lauft|gultig bis|verfallsdatum|caduc\\p{L}*|vence|vencimiento|valida? hasta|scadenza|scade|valida fino)(?![\\p{L}\\p{N}])[^\\d?!]{0,30}?` +
    `(?<v>(?<!\\d)(?:(?:0 ?\\d|1[0-2]|\\d)(?: ?[/.,\\-\\uE004\\uE002] ?| )(?:(?:2 ?0) ?)?\\d ?\\d|${MONTH}\\b,?(?: of| de| del| di)? (?:20 ?)?\\d ?\\d))(?![ ]?\\d)`,
  'dgu',
);

/** A word, or the first of digits or letters said one by one. */
const SECRET_START = '(?:[^\\s"»”]{2,}|\\d(?= \\d)|[\\p{L}\\d](?= [\\p{L}\\d](?![\\p{L}\\p{N}-])))';
const SECRETS = SECRET_WORDS.map(({ type, words }) => ({
  type,
  pattern: new RegExp(
    `(?<![\\p{L}\\p{N}])(?:${words}) ?(?:[\\p{L}']+ ){0,4}?(?:(?<=[ '])${VERBS}(?![\\p{L}\\p{N}])|[:=]) ?[:"'«“]? ?(?<v>${SECRET_START}(?:(?: ?[\\uE000\\uE002\\uE003\\uE001] ?| (?=\\d)|(?<=(?:^| )[\\p{L}\\d]) (?=[\\p{L}\\d](?![\\p{L}\\p{N}])))[^\\s"»”]+)*)`,
    'dgu',
  ),
}));

/** Words of a password go on until something else is said. */
const SECRET_GOES_ON = new RegExp(` (?!${SECRET_STOPS})[\\p{L}\\p{N}][\\p{L}\\p{N}'-]*`, 'uy');
const MOST_SECRET_WORDS = 5;

function secretEnd(text: string, end: number): number {
  let place = end;
  for (let count = 1; count < MOST_SECRET_WORDS; count++) {
    SECRET_GOES_ON.lastIndex = place;
    const more = SECRET_GOES_ON.exec(text)?.[0].length ?? 0;
    if (more === 0) break;
    place += more;
  }
  return place;
}

/** "correct horse battery" is a password of words, "correct" a remark about one, as is "correct every time". */
function beginsPhrase(text: string, first: string, to: number): boolean {
  const [next = '', ...more] = text.slice(to, secretEnd(text, to)).trim().split(' ');
  return MAY_BEGIN_PHRASE.has(first) && next.length > 2 && !ADVERB.test(next) && more.length > 0;
}

const MAY_BEGIN_PHRASE: ReadonlySet<string> = new Set('correct strong safe unique long lost'.split(' '));
const ADVERB =
  /^(?:every|each|again|enough|today|this|that|only|since|until|after|before|because|from|about|there|here|anyway|anymore|now|as|\p{L}+ly)$/u;

/** What somebody answers who was asked for a password or a user name. */
const ANSWERS = SECRET_WORDS.map(({ type, words }) => ({
  type,
  pattern: new RegExp(
    `(?<![\\p{L}\\p{N}])(?:${words})(?: [\\p{L}']+){0,3} ?\\? +(?:(?:sure|yes|yeah|okay|ok|um|uh|oh|it's|it is|that's|that is|oui|c'est|ja|das ist|si|es|e|è)[, ]+)*(?<v>[\\p{L}\\p{N}]{2,})`,
    'dgu',
  ),
}));

function answers(text: string): Find[] {
  const finds: Find[] = [];
  for (const { type, pattern } of ANSWERS) {
    for (const found of text.matchAll(pattern)) {
      const [from, end] = found.indices?.groups?.v ?? [0, 0];
      if (NO_SECRET.has(text.slice(from, end)) || LINK_WORDS.has(text.slice(from, end))) continue;
      finds.push({ type, from, to: secretEnd(text, end), sureness: SURENESS.context });
    }
  }
  return finds;
}

/** "04/29 is the expiry date". */
const EXPIRY_BEFORE = new RegExp(
  `(?<![\\p{L}\\p{N}])(?<v>(?:0 ?\\d|1[0-2])(?: ?[/.\\-\\uE004\\uE002] ?| )(?:2 ?0 ?)?\\d ?\\d)${BEFORE_CUE}(?:expir|ablauf|verfall|caduc|venc|scad|fin de validite)`,
  'dgu',
);

function expiries(text: string): Find[] {
  return [...text.matchAll(EXPIRY), ...text.matchAll(EXPIRY_BEFORE)].map((found) => {
    const [from, to] = found.indices?.groups?.v ?? [0, 0];
    return { type: 'CREDIT_CARD_EXPIRATION', from, to, sureness: SURENESS.form };
  });
}

function secrets(text: string): Find[] {
  const finds: Find[] = [];
  for (const { type, pattern } of SECRETS) {
    for (const found of text.matchAll(pattern)) {
      const [from, end] = found.indices?.groups?.v ?? [0, 0];
      const value = text.slice(from, end).replace(/[.,!?;:'"]+$/u, '');
      const first = /^[\p{L}']+/u.exec(value)?.[0] ?? '';
      const to = from + value.length;
      const isRemark = first === value.split(' ')[0] && NO_SECRET.has(first);
      if (value.length < 2 || (isRemark && !beginsPhrase(text, first, to))) continue;
      const isPhrase = type === 'PASSWORD' && /^[\p{L}]+$/u.test(value);
      finds.push({ type, from, to: isPhrase ? secretEnd(text, to) : to, sureness: SURENESS.context });
    }
  }
  return finds;
}

/** Numbers and secrets identified by the words before them. */
export const findCodesInContext: Recogniser = ({ text }) => [
  ...codesInContext(text),
  ...answers(text),
  ...expiries(text),
  ...secrets(text),
  ...secretsBefore(text),
];
