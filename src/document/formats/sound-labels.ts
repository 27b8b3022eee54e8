import type { Cue } from '../../addons/subtitles/cue.ts';
import { SOUND_KINDS, type SoundKind } from '../../contract/transcripts/sound-kind.ts';
import { z } from '../../lib/zod.ts';
import table from './sound-names.json' with { type: 'json' };

/** A sound of a recording, as `sound_events` found it; times in seconds. */
export interface SoundSpan {
  kind: SoundKind;
  start: number;
  end: number;
}

/** The same with what a reader sees: "[music]". */
export interface LabelledSound extends SoundSpan {
  label: string;
}

const names = z.record(z.string(), z.record(z.enum(SOUND_KINDS), z.string())).parse(table);

/** The label of a kind in one of five languages, otherwise in English. */
export const soundLabel = (kind: SoundKind, language: string): string =>
  `[${names[language]?.[kind] ?? names.en?.[kind] ?? kind}]`;

/** Sounds with their labels in a language, in order of time. */
export const labelledSounds = (sounds: readonly SoundSpan[], language: string): LabelledSound[] =>
  sounds
    .map(({ kind, start, end }) => ({ kind, start, end, label: soundLabel(kind, language) }))
    .sort((a, b) => a.start - b.start);

/** The shortest and longest time for which captions name a sound, how late they may, and the gap between captions, in milliseconds. */
const [LEAST_MS, MOST_MS, LATE_MS, GAP_MS] = [834, 5000, 1000, 80];

/** Captions with sounds: in captions of their own where nothing else is shown, otherwise above the words with which they begin. */
export function withSounds(cues: readonly Cue[], sounds: readonly LabelledSound[]): readonly Cue[] {
  const shown = sounds.length === 0 ? cues : cues.toSorted((a, b) => a.startMs - b.startMs);
  return sounds.reduce((all, sound) => withSound(all, sound), shown);
}

function withSound(cues: readonly Cue[], { label, start, end }: LabelledSound): readonly Cue[] {
  const [from, until] = [Math.round(start * 1000), Math.round(end * 1000)];
  let free = from;
  const next = cues.findIndex(({ startMs, endMs }) => {
    const fits = startMs - GAP_MS - free >= LEAST_MS;
    if (!fits && endMs > from) free = Math.max(free, endMs + GAP_MS);
    return fits;
  });
  const at = next < 0 ? cues.length : next;
  if (free < until && free - from <= LATE_MS) {
    const wanted = Math.min(Math.max(until, free + LEAST_MS), free + MOST_MS);
    const endMs = Math.min(wanted, (cues[at]?.startMs ?? Number.POSITIVE_INFINITY) - GAP_MS);
    return cues.toSpliced(at, 0, { startMs: free, endMs, rows: [label], voice: null });
  }
  const under = cues.findIndex(({ endMs }) => endMs > from);
  return cues.map((cue, index) => {
    if (index !== under || cue.rows.includes(label)) return cue;
    return { ...cue, rows: [label, ...cue.rows], ...(cue.words && { words: [[], ...cue.words] }) };
  });
}
