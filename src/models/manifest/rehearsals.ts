import rehearsalsJson from '../../../models-manifest/rehearsals.json' with { type: 'json' };
import { z } from '../../lib/zod.ts';
import type { Device } from './manifest.ts';

const measure = z.enum(['minute of speech', '100 tokens', '1,000 words']);

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
    /** What was measured: speech recognised, tokens written, or words read. */
    per: measure,
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

/** Seconds of speech in each second on two cores with nothing else to do; null if it was not rehearsed there. */
export function rehearsedSpeed(modelId: string, device: Device): number | null {
  const found = rehearsals[modelId];
  if (!found || 'failure' in found || found.device !== device || found.per !== 'minute of speech')
    return null;
  return (60 * found.threads) / found.processorSeconds;
}
