import { withWords } from '../../cues/cues.ts';
import { type Find, SURENESS } from '../found-entity.ts';

const BEHIND = withWords(
  ',? ?(?:(?<unit><part of a house>)(?:,? |(?![\\p{L}\\p{N}])))?(?:(?:in |a |à |en )?(?:(?:<name word>,? ){1,4}?)?(?<zip><postal code>))?',
  'duy',
);
const BEFORE = withWords('(?<![\\p{L}\\p{N}])(?<unit><part of a house>)(?:,| in| at)? $', 'du');
/** Letters of a unit, at most. */
const FURTHEST = 24;

/** What belongs to an address beside its street: part of a house before or behind it, and a postal code. */
export function besideStreet(text: string, { from, to }: Find): Find[] {
  const sureness = SURENESS.context;
  const found = (type: Find['type'], range: readonly [number, number] | undefined, offset = 0): Find[] =>
    range ? [{ type, from: range[0] + offset, to: range[1] + offset, sureness }] : [];
  BEHIND.lastIndex = to;
  const behind = BEHIND.exec(text)?.indices?.groups;
  const first = Math.max(0, from - FURTHEST);
  const before = BEFORE.exec(text.slice(first, from))?.indices?.groups;
  return [
    ...found('LOCATION_ADDRESS', behind?.unit),
    ...found('LOCATION_ZIP', behind?.zip),
    ...found('LOCATION_ADDRESS', before?.unit, first),
  ];
}
