import { byPlainNames, listAt, textAt, voiceOf } from '../json/json-fields.ts';
import type { RecognisedPassage } from '../json/recognised-segments.ts';
import { type Fields, isFields } from '../json/tree-paths.ts';
import { isNumbered } from './names.ts';

/** How deep programs wrap their lists, and how many fields or items they have beside each other. */
const DEEPEST = 5;
const WIDEST = 1000;

/** What programs call the list of who speaks; of the others, numbers may count anything. */
const SPEAKERS = 'speakers';
const PEOPLE = ['participants', 'attendees', 'users'];
/** The same by what stands for each: `{ "0": "Ada" }`. */
const NAMES = ['speakers', 'speakernames', 'speakermap', 'speakermapping'];

const KEYS = ['id', 'spkid', 'speakerid', 'participantid', 'userid', 'speaker'];

/** What stands for a speaker in the segments, and the name. */
function namedIn(speaker: Fields): [string, string][] {
  const fields = byPlainNames(speaker);
  const key = KEYS.map((field) => voiceOf(fields[field])).find((voice) => voice !== null) ?? null;
  const name = textAt(
    fields,
    'name',
    'label',
    'displayname',
    'fullname',
    'username',
    'participantrole',
    'role',
  );
  return key !== null && name?.trim() ? [[key, name.trim()]] : [];
}

const namedAt = (value: unknown): [string, string][] => {
  if (!isFields(value)) return [];
  const fields = byPlainNames(value);
  const people = PEOPLE.flatMap((list) => listAt(fields, list).flatMap(namedIn));
  const byKeys = NAMES.flatMap((key) => {
    const names = fields[key];
    return isFields(names) ? Object.entries(names) : [];
  }).flatMap(([key, name]): [string, string][] =>
    typeof name === 'string' && name.trim() !== '' ? [[voiceOf(key) ?? key, name.trim()]] : [],
  );
  return [
    ...people.filter(([key]) => !isNumbered(key)),
    ...listAt(fields, SPEAKERS).flatMap(namedIn),
    ...byKeys,
  ];
};

function namesIn(value: unknown, depth = DEEPEST): [string, string][] {
  const here = namedAt(value);
  if (here.length > 0 || depth === 0) return here;
  const inner = Array.isArray(value) ? value : isFields(value) ? Object.values(value) : [];
  for (const part of inner.slice(0, WIDEST)) {
    const names = typeof part === 'object' && part !== null ? namesIn(part, depth - 1) : [];
    if (names.length > 0) return names;
  }
  return [];
}

/** Speakers by their names, where the file lists them beside what stands for them in its segments. */
export function withNames(segments: readonly RecognisedPassage[], value: unknown): RecognisedPassage[] {
  const names = new Map(namesIn(value));
  return segments.map((segment) => ({ ...segment, voice: names.get(segment.voice ?? '') ?? segment.voice }));
}
