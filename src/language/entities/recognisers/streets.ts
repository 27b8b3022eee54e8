import { type Find, findPatterns, type PatternRule, type Recogniser, SURENESS } from '../found-entity.ts';
import {
  APARTMENT,
  CITY,
  DE_INSIDE,
  DE_NUMBERED,
  DE_PLACED,
  EN_NAME,
  EN_NUMBERED,
  EN_STREET,
  EN_THE,
  FR_NAME,
  FR_NUMBERED,
  HOME,
  POST_BOX,
  POSTAL_CODE,
  ROMANCE_NUMBERED,
  ROMANCE_STREET,
  UNIT,
} from './street-words.ts';

const { form, context } = SURENESS;
const N = '(?![\\p{L}\\p{N}])';
const B = '(?<![\\p{L}\\p{N}])';
const rule = (source: string): RegExp => new RegExp(B + source, 'dgu');

const street = (source: string): PatternRule => ({
  type: 'LOCATION_ADDRESS_STREET',
  pattern: rule(source),
  sureness: context,
});

const RULES: readonly PatternRule[] = [
  street(EN_NUMBERED),
  // "Cherry Lane, number seven"; "I live on Cherry Lane".
  street(`${EN_NAME}${EN_STREET},? (?:number|no\\.?) \\d{1,4}${N}`),
  street(`${HOME}\\b[^.?!\\d]{0,20}? (?:on|is|at|to|called) (?<v>${EN_NAME}${EN_STREET})${N}`),
  street(`${HOME}\\b[^.?!\\d]{0,20}? (?<v>${EN_THE})`),
  street(FR_NUMBERED),
  street(`${HOME}\\b[^.?!\\d]{0,20}? (?<!\\bune )(?<v>${FR_NAME})${N}`),
  ...DE_NUMBERED.map(street),
  street(`${HOME}\\b[^.?!\\d]{0,20}? (?<v>${DE_PLACED})`),
  street(`${HOME}\\b[^.?!\\d]{0,20}? ${DE_INSIDE}`),
  street(`${DE_PLACED}(?=,? (?:in )?(?:[a-z]-)?\\d{5}${N})`),
  street(ROMANCE_NUMBERED),
  street(`${HOME}\\b[^.?!\\d]{0,20}? (?<!\\buna? )(?<v>${ROMANCE_STREET})${N}`),
  { type: 'LOCATION_ADDRESS', pattern: rule(POST_BOX), sureness: form },
  { type: 'LOCATION_ADDRESS', pattern: rule(APARTMENT), sureness: context },
  // "D-10117 Berlin"; "I live in 10117 Berlin".
  { type: 'LOCATION_ZIP', pattern: rule(`(?:d|a|ch|f|i|e|b|l)-\\d{4,5}(?= \\p{L}{3})`), sureness: form },
  {
    type: 'LOCATION_ZIP',
    pattern: rule(`${HOME}\\b[^.?!\\d]{0,24}? (?<v>\\d{5})(?= \\p{L}{3})`),
    sureness: context,
  },
];

const BEHIND = new RegExp(
  `,? ?(?:(?<unit>${UNIT})(?:,? |${N}))?(?:(?:in |a |à |en )?(?:${CITY})?(?<zip>${POSTAL_CODE}))?`,
  'duy',
);
const UNIT_BEFORE = new RegExp(`${B}(?<unit>${UNIT})(?:,| in| at)? $`, 'du');
/** Letters of a unit, at most. */
const FURTHEST = 24;

/** What belongs to an address beside its street: part of a house before or behind it, and a postal code. */
function besideStreet(text: string, { from, to }: Find): Find[] {
  const finds: Find[] = [];
  BEHIND.lastIndex = to;
  const behind = BEHIND.exec(text)?.indices?.groups;
  if (behind?.unit)
    finds.push({ type: 'LOCATION_ADDRESS', from: behind.unit[0], to: behind.unit[1], sureness: context });
  if (behind?.zip)
    finds.push({ type: 'LOCATION_ZIP', from: behind.zip[0], to: behind.zip[1], sureness: context });
  const first = Math.max(0, from - FURTHEST);
  const before = UNIT_BEFORE.exec(text.slice(first, from))?.indices?.groups?.unit;
  if (before)
    finds.push({
      type: 'LOCATION_ADDRESS',
      from: first + before[0],
      to: first + before[1],
      sureness: context,
    });
  return finds;
}

/** Streets in the usual forms of five languages, with what stands beside them in an address; post boxes. */
export const findStreets: Recogniser = (view) => {
  const finds = findPatterns(view, RULES);
  return finds.flatMap((find) =>
    find.type === 'LOCATION_ZIP' ? [find] : [find, ...besideStreet(view.text, find)],
  );
};
