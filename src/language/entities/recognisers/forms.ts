import type { PiiEntityType } from '../../../contract/transcripts/pii-entity-type.ts';
import { matchAt } from '../../../lib/match-at.ts';
import { finderOf } from '../../cues/cue-finder.ts';
import { allCueRows, CUE_LANGUAGES, cueRows, templateOf, withWords } from '../../cues/cues.ts';
import { passes } from '../checksums.ts';
import { type Find, type Recogniser, SURENESS } from '../found-entity.ts';

/** No form begins inside a word, a number or a price; no number with a check does inside a phone number. */
const WORDS = '(?<![\\p{L}\\p{N}]|\\p{N}[.,:/]|[$€£])';
const CHECKED = '(?<![\\p{L}\\p{N}+\\uE006])';
const END = '(?![\\p{L}\\p{N}])';
const SURENESS_OF = { checked: SURENESS.checksum, sure: SURENESS.form, likely: SURENESS.context };

type Row = ReturnType<typeof cueRows<'form'>>[number];

function rowTemplate({ check, borders, behind, notBehind, notFollowedBy }: Row, form: string): string {
  const before = behind === undefined ? '' : `(?<=${templateOf(behind)})`;
  const not = notBehind === undefined ? '' : `(?<!(?<![\\p{L}\\p{N}])${templateOf(notBehind)})`;
  const after = notFollowedBy === undefined ? '' : `(?!${templateOf(notFollowedBy)})`;
  const own = templateOf(form);
  const value = own.includes('(?<v>') ? own.replace('(?<v>', `(?<v>${not}`) : not + own;
  const [start, end] = borders === 'words' ? [check ? CHECKED : WORDS, END] : ['', ''];
  return start + before + value + after + end;
}

const RULES = [...CUE_LANGUAGES, 'any'].flatMap((language) =>
  cueRows(language, 'form').flatMap((row) =>
    row.forms.map((form) => ({
      ...row,
      find: finderOf(rowTemplate(row, form), { own: language, native: language }, 'dgu'),
    })),
  ),
);

/** What the forms of the cues find: national numbers by their check digits, addresses, keys, dates, times, amounts and streets. */
export const findForms: Recogniser = ({ text }) =>
  RULES.flatMap(({ type, check, strength, find }) =>
    [...find(text)].flatMap(({ indices }): Find[] => {
      const [from, to] = indices?.groups?.v ?? indices?.[0] ?? [0, 0];
      if (check && !passes(check, text.slice(from, to).replaceAll(/[^\p{L}\p{N}]/gu, ''))) return [];
      const own = { type, from, to, sureness: SURENESS_OF[strength] };
      return type.startsWith('LOCATION_ADDRESS') ? [own, ...besideStreet(text, own)] : [own];
    }),
  );

const BEHIND = withWords(
  ',? ?(?:(?<unit><part of a house>)(?:,? |(?![\\p{L}\\p{N}])))?(?:(?:in |a |à |en )?(?:(?:<name word>,? ){1,4}?)?(?<zip><postal code>))?',
  'duy',
);
const BEFORE = withWords('(?<![\\p{L}\\p{N}])(?<unit><part of a house>)(?:,| in| at)? $', 'du');
/** Letters of a unit, at most. */
const FURTHEST = 24;

/** What belongs to an address beside its street: part of a house before or behind it, and a postal code. */
function besideStreet(text: string, { from, to }: Find): Find[] {
  const sureness = SURENESS.context;
  const found = (type: PiiEntityType, range: readonly [number, number] | undefined, offset = 0): Find[] =>
    range ? [{ type, from: range[0] + offset, to: range[1] + offset, sureness }] : [];
  const behind = matchAt(BEHIND, text, to)?.indices?.groups;
  const first = Math.max(0, from - FURTHEST);
  const before = BEFORE.exec(text.slice(first, from))?.indices?.groups;
  return [
    ...found('LOCATION_ADDRESS', behind?.unit),
    ...found('LOCATION_ZIP', behind?.zip),
    ...found('LOCATION_ADDRESS', before?.unit, first),
  ];
}

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
