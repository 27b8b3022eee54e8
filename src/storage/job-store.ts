import type { z } from 'zod';
import type { JobStatus } from '../contract/pre-recorded-job.ts';
import { commit } from './commit.ts';
import { type Database, database } from './database.ts';
import { reportFull } from './quota.ts';
import { type JobRecord, jobRecord } from './records.ts';

const parse = (value: unknown): JobRecord | null => (value === undefined ? null : jobRecord.parse(value));

export interface JobFilter {
  offset: number;
  limit: number;
  /** Only jobs of this key. */
  keyId?: string | undefined;
  matches?: ((job: JobRecord) => boolean) | undefined;
}

/** Stores a new job; false, with nothing written, when the audio that it names is not stored. */
export async function addJob(job: z.input<typeof jobRecord>): Promise<boolean> {
  const record = jobRecord.parse(job);
  const db = await database();
  const transaction = db.transaction(['jobs', 'audio'], 'readwrite');
  if (record.audio_id !== null && !(await transaction.objectStore('audio').getKey(record.audio_id))) {
    return false;
  }
  await reportFull(0, () => commit(transaction, [transaction.objectStore('jobs').add(record)]));
  return true;
}

export async function getJob(id: string): Promise<JobRecord | null> {
  const db = await database();
  return parse(await db.get('jobs', id));
}

/** Newest first; reads no further than the page needs. `more` tells whether another page follows. */
export async function listJobs(filter: JobFilter): Promise<{ jobs: JobRecord[]; more: boolean }> {
  const db = await database();
  const jobs: JobRecord[] = [];
  let skipped = 0;
  const { store } = db.transaction('jobs');
  let cursor =
    filter.keyId === undefined
      ? await store.index('by-created').openCursor(null, 'prev')
      : await store.index('by-key').openCursor(IDBKeyRange.bound([filter.keyId], [filter.keyId, []]), 'prev');
  while (cursor) {
    const job = jobRecord.parse(cursor.value);
    if (!filter.matches || filter.matches(job)) {
      if (skipped < filter.offset) skipped++;
      else if (jobs.length < filter.limit) jobs.push(job);
      else return { jobs, more: true };
    }
    cursor = await cursor.continue();
  }
  return { jobs, more: false };
}

/**
 * Changes a job in one transaction; null, with nothing written, when it was deleted or `change` refuses by giving null.
 */
export async function updateJob(
  id: string,
  change: (job: JobRecord) => Partial<JobRecord> | null,
): Promise<JobRecord | null> {
  const db = await database();
  const transaction = db.transaction('jobs', 'readwrite');
  const job = parse(await transaction.store.get(id));
  const changes = job && change(job);
  if (!job || !changes) return null;
  const changed = jobRecord.parse({ ...job, ...changes });
  await reportFull(0, () => commit(transaction, [transaction.store.put(changed)]));
  return changed;
}

/** Ids of the jobs with this status, oldest first. */
export async function jobIdsByStatus(status: JobStatus): Promise<string[]> {
  const db: Database = await database();
  return db.getAllKeysFromIndex('jobs', 'by-status', IDBKeyRange.bound([status], [status, []]));
}

/** How many jobs have this status. */
export async function countJobs(status: JobStatus): Promise<number> {
  const db: Database = await database();
  return db.countFromIndex('jobs', 'by-status', IDBKeyRange.bound([status], [status, []]));
}

/** Deletes the job, its checkpoints, and its audio unless another job uses it. True when there was such a job. */
export async function deleteJob(id: string): Promise<boolean> {
  const db = await database();
  const transaction = db.transaction(['jobs', 'checkpoints', 'audio', 'audio-bytes'], 'readwrite');
  const jobs = transaction.objectStore('jobs');
  const job = parse(await jobs.get(id));
  if (!job) return false;
  await jobs.delete(id);
  await transaction.objectStore('checkpoints').delete(IDBKeyRange.bound([id], [id, []]));
  if (job.audio_id && (await jobs.index('by-audio').count(job.audio_id)) === 0) {
    await transaction.objectStore('audio').delete(job.audio_id);
    await transaction.objectStore('audio-bytes').delete(job.audio_id);
  }
  await transaction.done;
  return true;
}
