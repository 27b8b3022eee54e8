import type { CorrectedTranscript } from '../../contract/transcripts/corrected-transcript.ts';
import type { VoiceLabels } from '../../contract/transcripts/voice-name.ts';
import { nameOf } from '../speakers.ts';

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** As results of earlier versions call speakers, who counted from 0. */
const FROM_ZERO: VoiceLabels = {
  speaker: (number) => `Speaker ${number - 1}`,
  channel: (number) => `Channel ${number}`,
};
const COUNTS_FROM_ZERO = /(?<![\p{L}\p{N}])Speaker 0(?!\p{N})/u;

/**
 * Results of models write "Speaker 1" as they read it: the same with the names that people gave, in every text of them. Where one of them
 * speaks of "Speaker 0", all of them count from 0.
 */
export function callByName(results: unknown, { speakers }: Pick<CorrectedTranscript, 'speakers'>): unknown {
  const counted = COUNTS_FROM_ZERO.test(JSON.stringify(results) ?? '') ? FROM_ZERO : undefined;
  const names = new Map(
    speakers.flatMap((speaker) => {
      const label = nameOf({ ...speaker, name: null }, counted);
      const name = nameOf(speaker);
      return label === name ? [] : [[label, name] as const];
    }),
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
