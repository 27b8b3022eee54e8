import { append } from '../../../lib/append.ts';
import { msg } from '../../../lib/errors/msg.ts';
import type { ImportNotes } from '../import-notes.ts';
import { isFields } from './json-fields.ts';
import type { RecognisedPassage } from './recognised-segments.ts';
import { serviceSegments } from './service-json.ts';
import { whisperSegments } from './whisper-json.ts';

/** How deep programs wrap what a service gave them, and how many results they put beside each other. */
const DEEPEST = 10;
const WIDEST = 10_000;

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

/**
 * Lists that follow each other in one recording as one; those whose times begin anew are of another, and are left out with a note.
 */
function inOne(lists: readonly RecognisedPassage[][], notes: ImportNotes): RecognisedPassage[] | null {
  const all: RecognisedPassage[] = [];
  let left = 0;
  for (const list of lists) {
    if ((list[0]?.start ?? 0) > (all.at(-1)?.start ?? -1)) append(all, list);
    else left++;
  }
  if (left > 0) notes.add(null, msg`${left} of its transcripts begin anew, and were left out`);
  return all.length > 0 ? all : null;
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
  if (Array.isArray(value)) {
    return inOne(
      value.slice(0, WIDEST).flatMap((part) => {
        const segments = within(part);
        return segments ? [segments] : [];
      }),
      notes,
    );
  }
  for (const part of isFields(value) ? Object.values(value).slice(0, WIDEST) : []) {
    const segments = within(part);
    if (segments) return segments;
  }
  return null;
}
