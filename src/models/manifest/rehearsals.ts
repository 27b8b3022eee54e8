import rehearsalsJson from '../../../models-manifest/rehearsals.json' with { type: 'json' };
import { z } from '../../lib/zod.ts';
import type { Device } from './manifest.ts';

const measure = z.enum(['minute of speech', '100 tokens', '1,000 words', 'recording']);

export type Measure = z.infer<typeof measure>;

/** How a replica of a model, at its true size and with random weights, ran in the built app; docs/rehearsals.md. */
const rehearsal = z.union([
  z.object({
    /** Bytes of its files. */
    bytes: z.int().positive(),
    loadSeconds: z.number(),
    /** The most memory that the whole browser took, in MB. */
    peakMb: z.number().positive(),
    /** Seconds of work for one of what `per` says. */
    seconds: z.number().positive(),
    /** The same of all processors together, which other work on the machine hardly changes. */
    processorSeconds: z.number().positive(),
    /** What was measured: speech recognised, tokens written, words read, or a recording whose language was found. */
    per: measure,
    /** Seconds of a language model for the summary of ten minutes, on as many idle cores. */
    summarySeconds: z.number().positive().optional(),
    device: z.enum(['webgpu', 'wasm']),
    threads: z.int().positive(),
  }),
  /** What stopped it. */
  z.object({ failure: z.string(), device: z.enum(['webgpu', 'wasm']) }),
]);

export type Rehearsal = z.infer<typeof rehearsal>;

/** By model id. */
export const rehearsals: Readonly<Record<string, Rehearsal>> = z
  .record(z.string(), rehearsal)
  .parse(rehearsalsJson);

/** What a model takes on as many cores as it was rehearsed on, with nothing else to do. */
export interface Rehearsed {
  seconds: number;
  /** What the seconds are measured for. */
  per: Measure;
  /** Seconds for the summary of ten minutes. */
  summarySeconds?: number | undefined;
}

/** Null if it was not rehearsed on the device. */
export function rehearsedOn(modelId: string, device: Device): Rehearsed | null {
  const found = rehearsals[modelId];
  if (!found || 'failure' in found || found.device !== device) return null;
  const { per, summarySeconds } = found;
  return { seconds: found.processorSeconds / found.threads, per, summarySeconds };
}

/** Seconds of speech in each second; null for what was not rehearsed with speech. */
export function rehearsedSpeed(modelId: string, device: Device): number | null {
  const found = rehearsedOn(modelId, device);
  return found?.per === 'minute of speech' ? 60 / found.seconds : null;
}
