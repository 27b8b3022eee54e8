import { z } from '../../lib/zod.ts';
import table from './sound-kinds.json' with { type: 'json' };

const score = z.number().min(0).max(1);
const labels = z.array(z.string()).min(1);

/** How one kind of sound is found among the model's labels; times in seconds. */
export const soundKind = z.object({
  /** The kind's score in a window is the highest of theirs. */
  labels,
  /** Score that some window must have. A quarter of it goes on with a sound. */
  least: score,
  /** Shorter ones do not count. */
  seconds: z.number().min(0),
  /** Two with a shorter gap are one; windows without a gap are nearly a second apart. */
  join: z.number().min(1),
  /** Kinds that are taken for this one: beside them it counts only if it is longer. */
  yields: z.object({ to: labels, below: z.number().positive() }).optional(),
  /** Windows in which one of these labels has this score do not count. */
  unless: z.object({ labels, from: score }).optional(),
});

export type SoundKindRules = z.infer<typeof soundKind>;

/** Kinds of sound that are named, and `unspoken music`, in which words are sung. */
export const SOUND_KIND_RULES: ReadonlyMap<string, SoundKindRules> = new Map(
  Object.entries(z.record(z.string(), soundKind).parse(table)),
);
