import { byPlainNames, isFields, listAt, textAt, voiceOf } from '../json/json-fields.ts';
import type { RecognisedPassage } from '../json/recognised-segments.ts';
import names from '../vocabulary/json-fields.json' with { type: 'json' };
import { isNumbered } from './names.ts';

/** How deep programs wrap their lists, and how many fields or items they have beside each other. */
const DEEPEST = 5;
const WIDEST = 1000;

/** What programs call lists of people, objects of names by id, and the fields of id and name. */
const { people: PEOPLE, namesByKey: BY_KEY, personKeys: KEYS, personNames: NAMES } = names.lists;
const SPEAKERS = 'speakers';

/** The id of each speaker in the segments, and the name, in the first value of a tree that has any; of a list, if they are counted from 0. */
function namesIn(value: unknown, isCounted: boolean, depth = DEEPEST): (readonly [string, string])[] {
  if (typeof value !== 'object' || value === null) return [];
  const fields = isFields(value) ? byPlainNames(value) : {};
  const listed = [...PEOPLE, SPEAKERS].flatMap((list) =>
    listAt(fields, list)
      .map(byPlainNames)
      .map((person) => {
        const key = KEYS.map((field) => voiceOf(person[field])).find((voice) => voice !== null) ?? '';
        // In other lists a number may count anything.
        return [list !== SPEAKERS && isNumbered(key) ? '' : key, textAt(person, NAMES)] as const;
      }),
  );
  const keyed = BY_KEY.flatMap((key) => {
    const list = fields[key];
    return isFields(list) || (isCounted && Array.isArray(list)) ? Object.entries(list) : [];
  });
  const named = [...listed, ...keyed.map(([key, name]) => [voiceOf(key) ?? key, name] as const)].flatMap(
    ([key, name]) =>
      key !== '' && typeof name === 'string' && name.trim() ? [[key, name.trim()] as const] : [],
  );
  const parts = named.length > 0 || depth === 0 ? [] : Object.values(value).slice(0, WIDEST);
  return parts.map((part) => namesIn(part, isCounted, depth - 1)).find(({ length }) => length > 0) ?? named;
}

/** Speakers by their names, where the file lists them beside what represents them in its segments. */
export function withNames(segments: readonly RecognisedPassage[], value: unknown): RecognisedPassage[] {
  const known = new Map(
    namesIn(
      value,
      segments.some(({ voice }) => voice === 'Speaker 0'),
    ),
  );
  return segments.map((segment) => ({ ...segment, voice: known.get(segment.voice ?? '') ?? segment.voice }));
}
