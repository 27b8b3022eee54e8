import { z } from '../../lib/zod.ts';
import { changeStores } from '../database/change-stores.ts';
import { database } from '../database/database.ts';

export const peaksRecord = z.object({
  /** Peaks a second. */
  rate: z.number().positive(),
  /** 0 to 255. */
  peaks: z.instanceof(Uint8Array),
});

/** A recording's waveform. */
export type Peaks = z.infer<typeof peaksRecord>;

/** Keeps the waveform of a stored recording; it is deleted with it. */
export async function putPeaks(audioId: string, peaks: Peaks): Promise<void> {
  await changeStores(
    ['audio', 'peaks'],
    async (transaction) => {
      if ((await transaction.objectStore('audio').getKey(audioId)) === undefined) return;
      await transaction.objectStore('peaks').put(peaks, audioId);
    },
    peaks.peaks.length,
  );
}

/** The waveform of a recording; null if none was kept, such as by an older version. */
export async function getPeaks(audioId: string): Promise<Peaks | null> {
  const row = await (await database()).get('peaks', audioId);
  return peaksRecord.safeParse(row).data ?? null;
}
