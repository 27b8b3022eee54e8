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

/** The id of each speaker in the segments, and the name, in the fields of one value. */
function namedAt(value: unknown): [string, string][] {
  if (!isFields(value)) return [];
  const fields = byPlainNames(value);
  const listed = [...PEOPLE, SPEAKERS].flatMap((list) =>
    listAt(fields, list).map((person) => {
      const own = byPlainNames(person);
      const key = KEYS.map((field) => voiceOf(own[field])).find((voice) => voice !== null) ?? '';
      // In other lists a number may count anything.
      return [list !== SPEAKERS && isNumbered(key) ? '' : key, textAt(own, NAMES)] as const;
    }),
  );
  const keyed = BY_KEY.flatMap((key) => Object.entries(isFields(fields[key]) ? fields[key] : {}));
  return [...listed, ...keyed.map(([key, name]) => [voiceOf(key) ?? key, name] as const)].flatMap(
    ([key, name]) => (key !== '' && typeof name === 'string' && name.trim() ? [[key, name.trim()]] : []),
  );
}

function namesIn(value: unknown, depth = DEEPEST): [string, string][] {
  const here = namedAt(value);
  if (here.length > 0 || depth === 0 || typeof value !== 'object' || value === null) return here;
  for (const part of Object.values(value).slice(0, WIDEST)) {
    const found = namesIn(part, depth - 1);
    if (found.length > 0) return found;
  }
  return [];
}

/** Speakers by their names, where the file lists them beside what represents them in its segments. */
export function withNames(segments: readonly RecognisedPassage[], value: unknown): RecognisedPassage[] {
  const known = new Map(namesIn(value));
  return segments.map((segment) => ({ ...segment, voice: known.get(segment.voice ?? '') ?? segment.voice }));
}
