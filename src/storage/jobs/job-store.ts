import type { JobStatus } from '../../contract/jobs/pre-recorded-job.ts';
import { announce } from '../../contract/realms/channel.ts';
import { AppError } from '../../lib/errors/errors.ts';
import { msg } from '../../lib/errors/msg.ts';
import type { z } from '../../lib/zod.ts';
import { CORRECTED, deleteCorrectedRows } from '../corrections/corrected-rows.ts';
import { deleteParagraphs } from '../corrections/paragraph-batches.ts';
import { changeStores } from '../database/change-stores.ts';
import { type Database, database, readStores } from '../database/database.ts';
import { type JobRecord, jobRecord } from '../database/records.ts';
import { LIBRARY } from '../library/library-stores.ts';
import { messagesOf } from '../live/live-rows.ts';
import { deliveryRecord } from '../notifications/notification-records.ts';
import { OUTBOX, outboxOf, prepareDeliveries } from '../notifications/outbox.ts';
import { eventOfChange } from '../notifications/plan-deliveries.ts';
import { AUDIO, deleteAudioRows } from '../recordings/audio-rows.ts';
import { checkpointsOf } from './checkpoint-store.ts';
import { hasEnded, JOB, type JobInText, jobRowsOf, readJob, readJobInText, writeJob } from './job-rows.ts';

/** A job to be stored; `created_at` defaults to now. */
type NewJob = Omit<z.input<typeof jobRecord>, 'created_at'> & { created_at?: string };

/** A queue empties only as fast as jobs run: asking every second is useless. */
const QUEUE_RETRY_SECONDS = 30;

/**
 * Stores a new job and its event (specification §6); null, without writing, if its audio is not stored. Throws 429 if
 * the queue holds `mostQueued` jobs; they are counted in the writing transaction, so that no two jobs take the last
 * place. Throws 500 if it is `edited` and its corrected transcript, which is stored before it, is gone.
 */
export async function addJob(
  job: NewJob,
  { mostQueued = null, edited = false }: { mostQueued?: number | null; edited?: boolean } = {},
): Promise<JobRecord | null> {
  const added = await changeStores([...JOB, 'audio', 'edits', ...OUTBOX], async (transaction, again) => {
    const jobs = transaction.objectStore('jobs');
    const stored = again ? await readJob(jobRowsOf(transaction), job.id) : null;
    if (stored) return { record: stored, announced: 1 };
    if (mostQueued !== null && (await jobs.index('by-status').count(allOf('queued'))) >= mostQueued) {
      throw new AppError(
        'too_many_requests',
        msg`The queue is full: the settings allow ${mostQueued} queued jobs.`,
        { remedy: msg`Wait until one has ended or raise the limit.`, retryAfter: QUEUE_RETRY_SECONDS },
      );
    }
    if (job.audio_id !== null && !(await transaction.objectStore('audio').getKey(job.audio_id))) return null;
    if (edited && (await transaction.objectStore('edits').getKey(job.id)) === undefined) {
      throw new AppError(
        'storage_failed',
        msg`The transcript was deleted before its job was stored. Try again.`,
      );
    }
    const created_at = job.created_at ?? (await freeMoment(jobs.index('by-created')));
    const record = jobRecord.parse({ ...job, created_at });
    const announced = await prepareDeliveries(outboxOf(transaction), record, 'transcription.created');
    await Promise.all([...writeJob(jobRowsOf(transaction), record, 'add'), ...announced.write()]);
    return { record, announced: announced.count };
  });
  if (added && added.announced > 0) announce({ type: 'deliveries-changed' });
  return added?.record ?? null;
}

/** Now, or the next millisecond in which no job was created: the queue and all lists are sorted by these times. */
async function freeMoment(made: { getKey(moment: string): Promise<unknown> }): Promise<string> {
  let time = Date.now();
  let moment = new Date(time).toISOString();
  while ((await made.getKey(moment)) !== undefined) moment = new Date(++time).toISOString();
  return moment;
}

/** In the place of the store of results, which may be those of a day. */
const NO_RESULTS = { get: async () => null };

export async function getJob(id: string): Promise<JobRecord | null> {
  return readStores((db) => readJob(jobRowsOf(db.transaction(JOB)), id));
}

/** A job whose result is passed on, or read piece by piece. */
export async function getJobInText(id: string): Promise<JobInText | null> {
  return readStores((db) => readJobInText(jobRowsOf(db.transaction(JOB)), id));
}

/** A job without its result: null. */
export async function getJobRow(id: string): Promise<JobRecord | null> {
  const jobs = (await database()).transaction('jobs').store;
  return readJob({ jobs, results: NO_RESULTS }, id);
}

/**
 * Changes a job in one transaction; null, without writing, if it was deleted or `change` returns null. If this ends
 * the job, the same transaction stores its event (specification §6) and deletes its checkpoints: their words may be
 * what the result no longer contains.
 */
export async function updateJob(
  id: string,
  change: (job: JobRecord) => Partial<JobRecord> | null,
): Promise<JobRecord | null> {
  const done = await changeStores([...JOB, 'checkpoints', ...OUTBOX], async (transaction) => {
    const rows = jobRowsOf(transaction);
    const job = await readJob(rows, id);
    const changes = job && change(job);
    if (!job || !changes) return null;
    // A result is as the contract parsed it, and may be that of a day: it is not copied once more.
    const { result, ...row } = { ...job, ...changes };
    const changed = { ...jobRecord.omit({ result: true }).parse(row), result };
    const event = eventOfChange(job, changed);
    const announced = event && (await prepareDeliveries(outboxOf(transaction), changed, event));
    const removed = hasEnded(changed)
      ? [transaction.objectStore('checkpoints').delete(checkpointsOf(id))]
      : [];
    const written = changes.result === undefined ? { ...changed, result: null } : changed;
    await Promise.all([...writeJob(rows, written), ...removed, ...(announced?.write() ?? [])]);
    return { job: changed, announced: announced?.count ?? 0 };
  });
  if (done && done.announced > 0) announce({ type: 'deliveries-changed' });
  return done?.job ?? null;
}

const allOf = (status: JobStatus) => IDBKeyRange.bound([status], [status, []]);

/** Ids of the jobs with this status, oldest first. */
export async function jobIdsByStatus(status: JobStatus): Promise<string[]> {
  const db: Database = await database();
  return db.getAllKeysFromIndex('jobs', 'by-status', allOf(status));
}

/**
 * Deletes the job, its corrections, its checkpoints, its voices, its delivered events and, unless another job uses it, its audio;
 * pending events are still delivered and then deleted. True if the job existed.
 */
export async function deleteJob(id: string): Promise<boolean> {
  const left = await changeStores(
    [
      ...JOB,
      ...CORRECTED,
      ...LIBRARY,
      'checkpoints',
      ...AUDIO,
      'deliveries',
      'delivery-bodies',
      'live-messages',
      'job-voices',
    ],
    async (transaction) => {
      const jobs = transaction.objectStore('jobs');
      const job = await readJob({ jobs, results: NO_RESULTS }, id);
      if (!job) return null;
      await jobs.delete(id);
      await transaction.objectStore('results').delete(id);
      await transaction.objectStore('checkpoints').delete(checkpointsOf(id));
      await transaction.objectStore('live-messages').delete(messagesOf(id));
      await transaction.objectStore('job-voices').delete(id);
      const paragraphs = await deleteCorrectedRows(transaction, id);
      for (const store of LIBRARY) await transaction.objectStore(store).delete(id);
      if (job.audio_id && (await jobs.index('by-audio').count(job.audio_id)) === 0) {
        await deleteAudioRows(transaction, job.audio_id);
      }
      const bodies = transaction.objectStore('delivery-bodies');
      let cursor = await transaction.objectStore('deliveries').index('by-job').openCursor(id);
      while (cursor) {
        const { id: delivery, state } = deliveryRecord.parse(cursor.value);
        if (state !== 'waiting') {
          await bodies.delete(delivery);
          await cursor.delete();
        }
        cursor = await cursor.continue();
      }
      return paragraphs;
    },
  );
  // What is left then goes with the next host.
  if (left) await deleteParagraphs(left).catch(console.warn);
  return left !== null;
}
