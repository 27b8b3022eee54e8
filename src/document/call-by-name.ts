import type { EditedTranscript } from '../contract/transcripts/edited-transcript.ts';
import { nameOf } from './speakers.ts';

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Results of models write "Speaker 1" as they read it: the same with the names that people gave, in every text of them. */
export function callByName(results: unknown, { speakers }: Pick<EditedTranscript, 'speakers'>): unknown {
  const names = new Map(
    speakers.flatMap(({ name, ...speaker }) =>
      name ? [[nameOf({ ...speaker, name: null }), name] as const] : [],
    ),
  );
  if (names.size === 0) return results;
  // "Channel 1 · Speaker 1" before "Speaker 1", and not the beginning of "Speaker 01".
  const labels = [...names.keys()].toSorted((one, other) => other.length - one.length).map(escaped);
  const expression = new RegExp(`(?<![\\p{L}\\p{N}])(?:${labels.join('|')})(?!\\p{N})`, 'gu');
  const inside = (value: unknown): unknown => {
    if (typeof value === 'string') return value.replaceAll(expression, (label) => names.get(label) ?? label);
    if (Array.isArray(value)) return value.map(inside);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, inside(one)]));
  };
  return inside(results);
}
