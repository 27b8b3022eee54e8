import { z } from '../../lib/zod.ts';
import { changeStores } from '../database/change-stores.ts';
import { database } from '../database/database.ts';

/** Stored beside the settings. */
const KEY = 'gpu-timing';

const gpuTiming = z.object({
  /** What was timed: another GPU is timed anew. */
  of: z.string(),
  at: z.iso.datetime(),
  /** How many times as fast as the CPU the GPU was. */
  gain: z.number(),
});

/** How fast the GPU of this device was when it was last timed. */
export type GpuTiming = z.infer<typeof gpuTiming>;

export async function getGpuTiming(): Promise<GpuTiming | null> {
  const stored = await (await database()).get('settings', KEY);
  return gpuTiming.safeParse(stored).data ?? null;
}

export async function noteGpuTiming(timing: GpuTiming): Promise<void> {
  await changeStores(['settings'], async (transaction) => {
    await transaction.objectStore('settings').put(gpuTiming.parse(timing), KEY);
  });
}
