import {
  isFrenchNir,
  isGermanHealthNumber,
  isGermanPensionNumber,
  isGermanTaxId,
  isItalianFiscalCode,
  isNhsNumber,
  isNino,
  isSpanishDni,
  isSwissAhv,
  isUsSsn,
  isVin,
} from '../checksums.ts';
import { findPatterns, type PatternRule, type Recogniser, SURENESS } from '../found-entity.ts';

const { checksum, form } = SURENESS;

/** Between the characters of a number: written in groups, or said one by one. */
const S = '[ ,.\\-/\\uE002]{0,3}';

/** `count` characters of a class with separators in between. */
const some = (characters: string, count: number): string =>
  `${characters}(?:${S}${characters}){${count - 1}}`;

const alone = (source: string): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{N}+\\uE006])(?:${source})(?![\\p{L}\\p{N}])`, 'dgu');

const D = '\\d';
const L = '[a-z]';
const A = '[a-z\\d]';
/** A digit or a standalone letter. */
const ONE = '(?:\\d|(?<![a-z])[a-z](?![a-z]))';

const rule = (
  type: PatternRule['type'],
  source: string,
  holds: PatternRule['holds'] = () => true,
  sureness: number = checksum,
): PatternRule => ({ type, pattern: alone(source), sureness, holds });

/** Of Medicare's numbers: letters without vowels and those that look like others. */
const MEDICARE = '[ac-hjkmnp-rt-y]';
const MEDICARE_OR_DIGIT = '[\\dac-hjkmnp-rt-y]';

const RULES: readonly PatternRule[] = [
  rule('SSN', '\\d{3}[ -]\\d{2}[ -]\\d{4}', isUsSsn, form),
  // Said one by one, including spoken dashes or pauses.
  rule(
    'SSN',
    '\\d(?: \\d){2} ?[-\\uE002] ?\\d(?: \\d) ?[-\\uE002] ?\\d(?: \\d){3}|\\d(?: \\d){2}, \\d \\d, \\d(?: \\d){3}',
    isUsSsn,
    form,
  ),
  rule('SSN', `${L}${S}${L}${S}${some(D, 6)}${S}[a-d]`, isNino, form),
  rule('SSN', `[1-478](?:${S}${D}){4}${S}${D}${S}[\\dab](?:${S}${D}){8}`, isFrenchNir),
  rule('SSN', `[xyz\\d]${S}${some(D, 7)}${S}${L}`, isSpanishDni),
  rule('SSN', `[a-z]{6}${A}{10}|[a-z]{3} [a-z]{3} ${A}{5} ${A}{5}|${some(ONE, 16)}`, isItalianFiscalCode),
  rule('SSN', `\\d\\d \\d{3} \\d{3} \\d{3}|(?<=steuer[^.?!]{0,60})${some(D, 11)}`, isGermanTaxId),
  rule('SSN', `${some(D, 8)}${S}${L}${S}${some(D, 3)}`, isGermanPensionNumber),
  rule('SSN', `7${S}5${S}6${S}${some(D, 10)}`, isSwissAhv),
  rule(
    'HEALTHCARE_NUMBER',
    `(?<=\\bn ?h ?s\\b[^.?!]{0,60})${some(D, 10)}|\\d{3}[ -]\\d{3}[ -]\\d{4}(?=[^.?!]{0,20}\\bnhs\\b)`,
    isNhsNumber,
  ),
  rule(
    'HEALTHCARE_NUMBER',
    `(?<=(?:versicher|kranken|gesundheit|kasse|karte)[^.?!]{0,60})${L}${S}${some(D, 9)}`,
    isGermanHealthNumber,
  ),
  rule(
    'HEALTHCARE_NUMBER',
    ['[1-9]', MEDICARE, MEDICARE_OR_DIGIT, D, MEDICARE, MEDICARE_OR_DIGIT, D, MEDICARE, MEDICARE, D, D].join(
      S,
    ),
    undefined,
    form,
  ),
  rule('VEHICLE_ID', `${A}{17}|${some(ONE, 17)}`, isVin),
];

/** National numbers of persons, insured persons and vehicles, by checksum or by a form that little else has. */
export const findNationalIds: Recogniser = (view) => findPatterns(view, RULES);
