import type { KV } from '@nats-io/kv';
import { keysOf } from './keys-of.ts';
import type { PieceStore } from './piece-store.ts';
import { isWrongRevision } from './pool-failure.ts';
import type { JobRow, Manifest } from './rows.ts';
import type { SealedRows } from './sealed-bucket.ts';
import { type JobKeys, open } from './team-keys.ts';
import { orUnreadable } from './unreadable.ts';

interface Swept {
  id: string;
  jobs: SealedRows<JobRow>;
  keys: JobKeys;
  pieces: PieceStore;
  windows: KV;
}

/** Deletes what an owner sent while the origin removed the job, whose row is gone; returns whether it is. */
export async function sweepJob(
  { id, jobs, keys, pieces, windows }: Swept,
  result: Manifest | null,
): Promise<boolean> {
  if (await orUnreadable(jobs.read(id))) return false;
  if (result) await pieces.remove(result);
  for (const key of await keysOf(windows, `${id}.*`)) {
    const entry = await windows.get(key);
    if (entry?.operation !== 'PUT') continue;
    // A job that was offered again under the same id has other keys.
    const isOfJob = await open(keys.pieces, entry.value, key).then(
      () => true,
      () => false,
    );
    if (isOfJob) await purgeRevision(windows, key, entry.revision);
  }
  return true;
}

async function purgeRevision(bucket: KV, key: string, previousSeq: number): Promise<void> {
  try {
    await bucket.purge(key, { previousSeq });
  } catch (error) {
    // Somebody was faster.
    if (!isWrongRevision(error)) throw error;
  }
}
