import { findPatterns, type PatternRule, type Recogniser, SURENESS } from '../found-entity.ts';
import { BEFORE_CUE } from './before-its-cue.ts';
import { BIRTH_WORDS, MONTH, WEEKDAY } from './calendar-words.ts';

const { form, context } = SURENESS;

const N = '(?![\\p{L}\\p{N}])';
const B = '(?<![\\p{L}\\p{N}])';
const DAY = `(?:0?[1-9]|[12]\\d|3[01])(?:(?: ?(?:st|nd|rd|th|er|º|°)${N}|\\.)?${N}|\\.(?=\\p{L}{3}))`;
/** A time of day may follow a year: "1980 16:30", "1980, 4 30 pm". */
const REST_OF_TIME = "\\d?(?:[:.]\\d\\d|(?: \\d\\d)? ?(?:[ap]\\.? ?m|uhr|h|o'? ?clock)(?![\\p{L}\\p{N}]))";
/** "1999", "19 99", "20 0 5", "2 0 2 4". */
const YEAR = `(?:(?:1[6-9]|2[01]) ?\\d ?\\d|2 0 \\d \\d|1 9 \\d \\d)(?!\\p{N}| \\d(?!${REST_OF_TIME}))`;
const OF = '(?: of| de| del| di)?';
const ON = `(?:${WEEKDAY},?(?: (?:the|le|den|der|dem|el|il))? )?`;
const TEXT_DATE = `(?:${ON}(?:${DAY}(?:${OF} |(?<=\\.))${MONTH}\\b\\.?(?:,?${OF} ${YEAR})?|${MONTH}\\b\\.? (?:the )?${DAY}(?:,? (?:of )?${YEAR})?)|${MONTH}\\b\\.?,?${OF} ${YEAR})`;
const D2 = '(?:0?[1-9]|[12]\\d|3[01])';
const NUMBER_DATE =
  `(?:${D2}(?<s>[/.\\-])${D2}\\k<s>(?:(?:1[6-9]|20)\\d\\d|\\d\\d)|(?:1[6-9]|20)\\d\\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\\d|3[01])` +
  `|${D2} ?[\\uE004\\uE002\\uE000] ?${D2} ?[\\uE004\\uE002\\uE000] ?(?:${YEAR}|\\d\\d)|${D2}º ${D2}º ${YEAR})(?![\\p{L}\\p{N}]|[.\\-/]\\d)`;
const DATE = `(?:${TEXT_DATE}|${NUMBER_DATE.replace('?<s>', '?<s1>').replace('\\k<s>', '\\k<s1>')})`;

/** People leave out the century of their year of birth. */
const BIRTH_DATE = `(?:${DATE}(?:,?(?: de| del| of| von)? (?:dell')?'?\\d\\d(?!\\p{N}| ?\\d))?|${D2}º ${D2}º (?:1 ?9 ?)?\\d ?\\d|${D2} del? ${D2} del? (?:1 ?9 ?|2 ?0 ?)?\\d ?\\d(?![\\p{N}]))`;

const rule = (source: string): RegExp => new RegExp(B + source, 'dgu');

const BORN = `(?:${BIRTH_WORDS})\\b[^!\\d]{0,40}?`;

/** Day and month in digits and a year, said one after the other, after a word about birth: "04 07 82", "4, 7, 82". */
const SAID_DIGITS =
  '(?<v>(?:[0-3] ?\\d|[1-9])[ ,]{1,2}(?:[0-3] ?\\d|[1-9])[ ,]{1,2}(?:(?:1 ?9|2 ?0) ?)?\\d ?\\d)(?![ ,]{0,2}\\d)';

const FROM = '(?:from |between |de |du |entre |von |vom |zwischen |desde |dal |da |tra |dall)?';
const UNTIL =
  "(?: ?- ?| to | until | till | through | and | a | au | et | jusqu'au | bis | bis zum | und | hasta | al | y | e | fino al )";
const POINT = `(?:${DATE}|${ON}${DAY}|${MONTH}\\b(?: ${YEAR})?|${YEAR})`;
const END_POINT = DATE.replaceAll('s1', 's2');

const RULES: readonly PatternRule[] = [
  { type: 'DATE', pattern: rule(DATE), sureness: form, notBefore: /\b(?:you|i|we|they|he|she|it) $/u },
  {
    type: 'DOB',
    pattern: rule(`${BORN}(?<v>${BIRTH_DATE})`),
    sureness: form,
  },
  { type: 'DOB', pattern: rule(`${BORN}${SAID_DIGITS}`), sureness: context },
  // German says it last: "ich bin am vierten siebten zweiundachtzig in Köln geboren".
  {
    type: 'DOB',
    pattern: rule(`am (?<v>${BIRTH_DATE})${N}(?: in \\p{L}+(?: \\p{L}+)?)? geboren${N}`),
    sureness: form,
  },
  { type: 'DOB', pattern: rule(`am (?<v>${D2}\\.${D2}\\.?) geboren${N}`), sureness: form },
  {
    type: 'DOB',
    pattern: rule(`(?<v>${BIRTH_DATE})${N}${BEFORE_CUE}(?:${BIRTH_WORDS})${N}`),
    sureness: form,
  },
  {
    type: 'DOB',
    pattern: rule(`${SAID_DIGITS}${BEFORE_CUE}(?:${BIRTH_WORDS})${N}`),
    sureness: context,
  },
  {
    type: 'DOB',
    pattern: rule(
      `(?:born|geboren|naci|nacio|nacido|nacida|nato|nata|nee?) (?:in|im jahr|im|en|nel|el ano) (?<v>${YEAR})`,
    ),
    sureness: context,
  },
  {
    type: 'DATE_INTERVAL',
    pattern: rule(`${FROM}(?<v>${POINT}${UNTIL}(?:${END_POINT}))`),
    sureness: form,
    notAfter: /^ ?(?:%|percent)/u,
  },
  {
    type: 'DATE_INTERVAL',
    pattern: rule(
      `(?:from|between|de|entre|von|zwischen|desde|da|tra|dal) (?<v>(?:${MONTH}\\b(?: ${YEAR})?|${YEAR})${UNTIL}(?:${MONTH}\\b(?: ${YEAR})?|${YEAR}))`,
    ),
    sureness: context,
  },
  { type: 'DATE_INTERVAL', pattern: rule(`(?<v>(?:19|20)\\d\\d ?- ?(?:19|20)\\d\\d)${N}`), sureness: form },
  { type: 'DAY', pattern: rule(`${WEEKDAY}${N}`), sureness: form },
  {
    type: 'MONTH',
    pattern: rule(
      `(?:in|by|since|until|till|last|next|this|during|of|en|im|seit|bis|de|desde|hasta|a|ad|nel|di|fin|depuis|debut|ab|anfang|ende|mitte) (?<v>${MONTH})${N}`,
    ),
    sureness: context,
    notAfter: /^ \d/u,
  },
  {
    type: 'YEAR',
    pattern: rule(
      `(?:in|since|year|until|by|before|after|of|en|depuis|annee|l'annee|seit|jahr|jahre|im|vor|nach|desde|ano|del|de|nel|dal|anno|avant|apres|prima del|dopo il) (?<v>(?:19|20) ?\\d ?\\d)(?!\\p{N}| ?\\d|[.,]\\d)`,
    ),
    sureness: context,
    notAfter:
      /^ ?(?:%|percent|euros?|dollars?|pounds?|people|times|units|[$€£]|metros|meters|metres|personas|personnes|personen|persone)/u,
  },
  // Parts of a date, for requests that name only these.
  { type: 'MONTH', pattern: rule(`(?<=${DAY}${OF} )(?<v>${MONTH})${N}`), sureness: context },
  { type: 'YEAR', pattern: rule(`(?<=${MONTH}(?: ${DAY})?,?${OF} )(?<v>${YEAR})`), sureness: context },
];

/** Dates, intervals and dates of birth, written or spoken, in five languages; days, months and years on their own. */
export const findDates: Recogniser = (view) => findPatterns(view, RULES);
