import { isFields } from './json-fields.ts';
import type { RecognisedPassage } from './recognised-segments.ts';
import { serviceSegments } from './service-json.ts';
import { whisperSegments } from './whisper-json.ts';

/** How deep programs wrap what a service gave them, and how many results they put beside each other. */
const DEEPEST = 6;
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

/** The segments of a result that a program wrapped in fields or lists of its own; null if there is none with times. */
export function nestedSegments(value: unknown, depth = DEEPEST): RecognisedPassage[] | null {
  const found = segmentsHere(value);
  if (found || depth === 0) return found;
  const inner = Array.isArray(value) ? value : isFields(value) ? Object.values(value) : [];
  for (const part of inner.slice(0, WIDEST)) {
    const segments = typeof part === 'object' && part !== null ? nestedSegments(part, depth - 1) : null;
    if (segments) return segments;
  }
  return null;
}
