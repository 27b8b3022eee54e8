import { database } from '../database/database.ts';
import { jobRecord } from '../database/records.ts';

const queuePlace = jobRecord.pick({ id: true, paused: true, queue_rank: true });

/** Rows of the waiting jobs, oldest first. */
async function waitingJobs() {
  const db = await database();
  const rows = await db.getAllFromIndex('jobs', 'by-status', IDBKeyRange.bound(['queued'], ['queued', []]));
  return rows.map((row) => queuePlace.parse(row));
}

/** Ids of the waiting jobs that may run, in the order in which they run. */
export async function queueOrder(): Promise<string[]> {
  const jobs = (await waitingJobs()).filter(({ paused }) => !paused);
  return jobs.toSorted((a, b) => (a.queue_rank ?? 0) - (b.queue_rank ?? 0)).map(({ id }) => id);
}

/** A rank before that of every waiting job. */
export async function firstQueueRank(): Promise<number> {
  const first = (await waitingJobs()).reduce((least, { queue_rank }) => Math.min(least, queue_rank ?? 0), 0);
  return first - 1;
}
