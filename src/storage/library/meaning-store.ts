import { z } from '../../lib/zod.ts';
import { changeStores } from '../database/change-stores.ts';
import { database } from '../database/database.ts';

/** Version of how passages are cut and vectors stored: rows of another one are made anew. */
export const MEANING_FORMAT = 3;

const meaningRow = z
  .object({
    job_id: z.string(),
    format: z.literal(MEANING_FORMAT),
    /** Id in the manifest: vectors of two models cannot be compared. */
    model: z.string(),
    /** End of the job and revision of the transcript that the vectors were made from. */
    completed_at: z.string().nullable(),
    revision: z.int().min(0),
    /** Name of the recording, which is part of each passage's text. */
    name: z.string(),
    /** Numbers in a vector. */
    size: z.int().min(1),
    /** Factor of the 4-bit numbers of each vector. */
    scales: z.instanceof(Float32Array),
    vectors: z.instanceof(Uint32Array),
  })
  .refine(({ size, scales, vectors }) => vectors.length === Math.ceil(size / 8) * scales.length);

/** The vectors of a recording's passages, in their order. */
export type MeaningRow = z.infer<typeof meaningRow>;

/** Null where there are none, or they are damaged or of another format. */
export async function readMeaning(jobId: string): Promise<MeaningRow | null> {
  return meaningRow.safeParse(await (await database()).get('library-vectors', jobId)).data ?? null;
}

/** Stores the vectors of a recording; not if it was deleted meanwhile. */
export async function storeMeaning(row: MeaningRow): Promise<void> {
  await changeStores(['jobs', 'library-vectors'], async (transaction) => {
    if ((await transaction.objectStore('jobs').getKey(row.job_id)) === undefined) return;
    await transaction.objectStore('library-vectors').put(row);
  });
}
