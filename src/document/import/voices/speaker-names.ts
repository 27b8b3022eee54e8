import { type Fields, isFields, listAt, textAt, voiceAt } from '../json/json-fields.ts';
import type { RecognisedPassage } from '../json/recognised-segments.ts';

/** How deep programs wrap their lists, and how many fields or items they have beside each other. */
const DEEPEST = 5;
const WIDEST = 1000;

/** What stands for a speaker in the segments, and the name. */
function namedIn(speaker: Fields): [string, string][] {
  const key = voiceAt(speaker, 'id', 'spkid', 'speaker_id', 'speakerId', 'speaker');
  const name = textAt(speaker, 'name', 'label')?.trim();
  return key !== null && name ? [[key, name]] : [];
}

function namesIn(value: unknown, depth = DEEPEST): [string, string][] {
  const here = listAt(value, 'speakers').flatMap(namedIn);
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
