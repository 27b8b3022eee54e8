import type { PiiEntityType } from '../../../contract/transcripts/pii-entity-type.ts';
import { allCueRows, CUE_LANGUAGES, cueRows, formSource, templateOf } from '../../cues/cues.ts';
import { finderOf } from '../../cues/finder.ts';
import { passes } from '../checksums.ts';
import { findPatterns, type PatternRule, type Recogniser, SURENESS } from '../found-entity.ts';
import { besideStreet } from './streets.ts';

/** No form begins inside a word, a number or a price; no number with a check does inside a phone number. */
const WORDS = ['(?<![\\p{L}\\p{N}]|\\p{N}[.,:/]|[$€£])', '(?![\\p{L}\\p{N}])'] as const;
const CHECKED = ['(?<![\\p{L}\\p{N}+\\uE006])', WORDS[1]] as const;
const OPEN = ['', ''] as const;
const SURENESS_OF = { checked: SURENESS.checksum, sure: SURENESS.form, likely: SURENESS.context };

type Row = ReturnType<typeof cueRows<'form'>>[number];

function rulesOf(row: Row, language: string): PatternRule[] {
  const { type, strength, check, borders, behind, notBehind, notFollowedBy } = row;
  const source = (form: string) => formSource(form, language);
  const [start, end] = borders === 'words' ? (check ? CHECKED : WORDS) : OPEN;
  const before = behind === undefined ? '' : `(?<=${templateOf(behind)})`;
  const scope = { own: language, native: language };
  return row.forms.map((form) => ({
    type,
    finder: finderOf(`${start}${before}${templateOf(form)}${end}`, scope, 'dgu'),
    sureness: SURENESS_OF[strength],
    ...(check && { holds: (compact: string) => passes(check, compact) }),
    ...(notBehind !== undefined && {
      notBefore: new RegExp(`(?<![\\p{L}\\p{N}])${source(notBehind)}$`, 'u'),
    }),
    ...(notFollowedBy !== undefined && { notAfter: new RegExp(`^${source(notFollowedBy)}`, 'u') }),
  }));
}

const rules = (isIn: (row: Row) => boolean): readonly PatternRule[] =>
  [...CUE_LANGUAGES, 'any'].flatMap((language) =>
    cueRows(language, 'form')
      .filter(isIn)
      .flatMap((row) => rulesOf(row, language)),
  );

const isCode = ({ borders, check }: Row): boolean => borders !== 'words' || check !== undefined;
const CODES = rules(isCode);
const RULES = rules((row) => !isCode(row));

/** National numbers by their check digits, addresses, keys and passwords by their form, and what scripts without spaces announce. */
export const findCodes: Recogniser = (view) => findPatterns(view, CODES);

/** What the forms of the cues find: dates, times, amounts, streets and postal codes. */
export const findForms: Recogniser = (view) =>
  findPatterns(view, RULES).flatMap((find) =>
    find.type.startsWith('LOCATION_ADDRESS') ? [find, ...besideStreet(view.text, find)] : [find],
  );

const UNSPACED_LANGUAGES: ReadonlySet<string> = new Set(['zh', 'ja', 'ko']);
/** Only some of these are found without a model. */
const IN_PART: ReadonlySet<PiiEntityType> = new Set<PiiEntityType>(['NUMERICAL_PII', 'DATE', 'NAME']);

/** Types that are found by the words around them in a language that writes no spaces around numbers. */
export const unspacedTypes = (language: string): readonly PiiEntityType[] =>
  UNSPACED_LANGUAGES.has(language)
    ? allCueRows('form').flatMap(({ borders, type }) =>
        borders === 'none' && !IN_PART.has(type) ? type : [],
      )
    : [];
