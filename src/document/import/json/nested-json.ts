import { append } from '../../../lib/append.ts';
import { msg } from '../../../lib/errors/msg.ts';
import type { ImportNotes } from '../bad-import.ts';
import { builtIn } from '../mappings/built-in.ts';
import names from '../vocabulary/json-fields.json' with { type: 'json' };
import { wholeOf } from '../vocabulary/patterns.ts';
import { isNameLike, isNumbered } from '../voices/names.ts';
import { isFields } from './json-fields.ts';
import { readLayout } from './read-layout.ts';
import type { RecognisedPassage } from './recognised-segments.ts';
import { surroundings } from './segment-fields.ts';
import { whisperSegments } from './whisper-json.ts';

/** The segments of a program's result by the first mapping that it fits; null if it fits none. */
export function serviceSegments(value: unknown): RecognisedPassage[] | null {
  for (const mapping of builtIn()) {
    if (mapping.reader !== 'trees') continue;
    for (const layout of mapping.layouts) {
      const segments = readLayout(layout, value);
      if (segments) return segments;
    }
  }
  return null;
}

/** How deep programs wrap what a service gave them, and how many results they put beside each other. */
const DEEPEST = 10;
const WIDEST = 10_000;
const MOST_PEOPLE = 100;

/** Whether there is a text that says when it was said. */
export const isTimed = (segments: readonly RecognisedPassage[] | null): boolean =>
  segments?.some(({ text, start }) => text.trim() !== '' && start !== null) ?? false;

/** What several results of a service beside each other have, such as those of channels or of a stream. */
const ofSeveral = (value: unknown): RecognisedPassage[] =>
  Array.isArray(value) ? value.slice(0, WIDEST).flatMap((item) => serviceSegments(item) ?? []) : [];

function segmentsHere(value: unknown): RecognisedPassage[] | null {
  const several = ofSeveral(value);
  const found = several.length > 0 ? several : (serviceSegments(value) ?? whisperSegments(value));
  return isTimed(found) ? found : null;
}

/** An item of a list, or who speaks in one, with what is inside. */
type Part = [owner: unknown, inside: RecognisedPassage[] | null];

/**
 * Lists that follow each other in one recording as one, and those of several people or channels. Others, whose times begin anew, are of
 * another recording, and are left out with a note.
 */
function inOne(parts: readonly Part[], notes: ImportNotes): RecognisedPassage[] | null {
  const all: RecognisedPassage[] = [];
  const seen = new Set<string | number>();
  let left = 0;
  for (const [owner, inside] of parts) {
    if (!inside) continue;
    const { voice, channel } = isFields(owner) ? surroundings(owner) : { voice: null, channel: null };
    const of = voice ?? channel;
    const isBeside = of !== null && !seen.has(of) && seen.size > 0;
    if (of !== null) seen.add(of);
    const place = Math.max(0, channel ?? 0);
    const segments = inside.map((one) => ({
      ...one,
      voice: one.voice ?? voice,
      channel: one.channel || place,
    }));
    if (isBeside || (segments[0]?.start ?? 0) > (all.at(-1)?.start ?? -1)) append(all, segments);
    else left++;
  }
  if (left > 0) notes.add(null, msg`${left} of its transcripts begin anew, and were left out`);
  return all.length > 0 ? all : null;
}

/** What programs call lists, which are no names of people. */
const LISTS = wholeOf(names.lists.noNames);

/** Lists under the names of those who speak, of a value that has nothing else. */
function listsOfPeople(value: unknown): [name: string, list: unknown][] {
  const entries = isFields(value) ? Object.entries(value) : [];
  const isNamed = ([name, list]: [string, unknown]) =>
    Array.isArray(list) && (isNumbered(name) || isNameLike(name)) && !LISTS.test(name);
  return entries.length > 1 && entries.length <= MOST_PEOPLE && entries.every(isNamed) ? entries : [];
}

/** The segments of a result that a program wrapped in fields or lists of its own; null if there is none with times. */
export function nestedSegments(
  value: unknown,
  notes: ImportNotes,
  depth = DEEPEST,
): RecognisedPassage[] | null {
  const found = segmentsHere(value);
  if (found || depth === 0) return found;
  const within = (part: unknown) =>
    typeof part === 'object' && part !== null ? nestedSegments(part, notes, depth - 1) : null;
  if (Array.isArray(value))
    return inOne(
      value.slice(0, WIDEST).map((item): Part => [item, within(item)]),
      notes,
    );
  const people = listsOfPeople(value).map(([speaker, list]): Part => [{ speaker }, within(list)]);
  if (people.some(([, inside]) => inside)) return inOne(people, notes);
  for (const part of isFields(value) ? Object.values(value).slice(0, WIDEST) : []) {
    const segments = within(part);
    if (segments) return segments;
  }
  return null;
}
