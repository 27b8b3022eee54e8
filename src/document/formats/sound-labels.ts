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
