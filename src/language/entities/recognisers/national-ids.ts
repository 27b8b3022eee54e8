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

const RULES: readonly PatternRule[] = [
  {
    type: 'SSN',
    pattern: alone(`(?:\\d{3}[ -]\\d{2}[ -]\\d{4})`),
    sureness: form,
    holds: isUsSsn,
  },
  // Said one by one, including spoken dashes or pauses.
  {
    type: 'SSN',
    pattern: alone(
      `(?:\\d(?: \\d){2} ?[-\\uE002] ?\\d(?: \\d) ?[-\\uE002] ?\\d(?: \\d){3}|\\d(?: \\d){2}, \\d \\d, \\d(?: \\d){3})`,
    ),
    sureness: form,
    holds: isUsSsn,
  },
  { type: 'SSN', pattern: alone(`${L}${S}${L}${S}${some(D, 6)}${S}[a-d]`), sureness: form, holds: isNino },
  {
    type: 'SSN',
    pattern: alone(`[1-478](?:${S}${D}){4}${S}${D}${S}[\\dab](?:${S}${D}){8}`),
    sureness: checksum,
    holds: isFrenchNir,
  },
  {
    type: 'SSN',
    pattern: alone(`[xyz\\d]${S}${some(D, 7)}${S}${L}`),
    sureness: checksum,
    holds: isSpanishDni,
  },
  {
    type: 'SSN',
    pattern: alone(`[a-z]{6}${A}{10}|[a-z]{3} [a-z]{3} ${A}{5} ${A}{5}|${some(ONE, 16)}`),
    sureness: checksum,
    holds: isItalianFiscalCode,
  },
  {
    type: 'SSN',
    pattern: alone(`\\d\\d \\d{3} \\d{3} \\d{3}|(?<=steuer[^.?!]{0,60})${some(D, 11)}`),
    sureness: checksum,
    holds: isGermanTaxId,
  },
  {
    type: 'SSN',
    pattern: alone(`${some(D, 8)}${S}${L}${S}${some(D, 3)}`),
    sureness: checksum,
    holds: isGermanPensionNumber,
  },
  { type: 'SSN', pattern: alone(`7${S}5${S}6${S}${some(D, 10)}`), sureness: checksum, holds: isSwissAhv },
  {
    type: 'HEALTHCARE_NUMBER',
    pattern: alone(
      `(?<=\\bn ?h ?s\\b[^.?!]{0,60})${some(D, 10)}|\\d{3}[ -]\\d{3}[ -]\\d{4}(?=[^.?!]{0,20}\\bnhs\\b)`,
    ),
    sureness: checksum,
    holds: isNhsNumber,
  },
  {
    type: 'HEALTHCARE_NUMBER',
    pattern: alone(`(?<=(?:versicher|kranken|gesundheit|kasse|karte)[^.?!]{0,60})${L}${S}${some(D, 9)}`),
    sureness: checksum,
    holds: isGermanHealthNumber,
  },
  // Medicare beneficiary identifier of the United States: its form excludes vowels and look-alikes.
  {
    type: 'HEALTHCARE_NUMBER',
    pattern: alone(
      ['[1-9]', '[ac-hjkmnp-rt-y]', '[\\dac-hjkmnp-rt-y]', D, '[ac-hjkmnp-rt-y]', '[\\dac-hjkmnp-rt-y]', D]
        .concat(['[ac-hjkmnp-rt-y]', '[ac-hjkmnp-rt-y]', D, D])
        .join(S),
    ),
    sureness: form,
  },
  { type: 'VEHICLE_ID', pattern: alone(`${A}{17}|${some(ONE, 17)}`), sureness: checksum, holds: isVin },
];

/** National numbers of persons, insured persons and vehicles, by checksum or by a form that little else has. */
export const findNationalIds: Recogniser = (view) => findPatterns(view, RULES);
