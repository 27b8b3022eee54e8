import type { CorrectedTranscript } from '../../contract/transcripts/corrected-transcript.ts';
import { ensureReadable, type VersionRecord, versionRecord } from '../corrections/corrected-records.ts';
import { CORRECTED, ROWS_AT_ONCE, rowsOfJob } from '../corrections/corrected-rows.ts';
import { deleteUnlessNamed, isWhole, writeBatch } from '../corrections/paragraph-batches.ts';
import { isCorrected } from '../corrections/read-corrected.ts';
import { MOST_VERSIONS } from '../corrections/save-corrected.ts';
import { writeCorrectedRows } from '../corrections/write-corrected-rows.ts';
import { type Change, changeStores } from '../database/change-stores.ts';
import { type AudioRecord, audioRecord, type JobRecord, jobRecord } from '../database/records.ts';
import { jobRow } from '../library/library-rows.ts';
import { messagesOf } from '../live/live-rows.ts';
import { AUDIO, addAudioRow } from '../recordings/audio-rows.ts';
import type { Peaks } from '../recordings/peaks-store.ts';
import { hasEnded, JOB, jobRowsOf, toJobRow, writeJob } from './job-rows.ts';

/** A transcript of a backup with everything that belongs to it. */
export interface BackedUpTranscript {
  job: JobRecord;
  edit: CorrectedTranscript | null;
  /** Kept states, oldest first. */
  versions: readonly Omit<VersionRecord, 'job_id' | 'number'>[];
  /** The record of its recording, whose pieces were just stored; null if that is here already, or not in the backup. */
  audio: AudioRecord | null;
  peaks: Peaks | null;
  /** Messages of the live session that it comes from, in order. */
  messages: readonly string[];
}

/** What came of it: it was not here, parts of it were not, or all of it was. */
export type RestoreOutcome = 'added' | 'completed' | 'known';

const STORES = [...new Set([...JOB, ...CORRECTED, ...AUDIO, 'live-messages'] as const)];
type Restoring = Change<[...typeof STORES]>;

/**
 * Stores a transcript of a backup as it was, in one transaction: whatever ends the page, all of it is here or nothing. Of a job
 * that is here, parts that are missing are added, and nothing is overwritten. No event is sent: its receivers got it then. A
 * recording that is not stored is no longer named.
 */
export async function restoreTranscript(backedUp: BackedUpTranscript): Promise<RestoreOutcome> {
  const job = jobRecord.parse(backedUp.job);
  const audio = backedUp.audio && audioRecord.parse(backedUp.audio);
  if (backedUp.edit) ensureReadable(backedUp.edit, backedUp.edit.paragraphs);
  const bytes = backedUp.versions.reduce((sum, version) => sum + sizeOf(version), 0);
  const paragraphs = backedUp.edit?.paragraphs ?? [];
  const isLong = paragraphs.length > ROWS_AT_ONCE && !(await isCorrected(job.id));
  const batch = isLong ? crypto.randomUUID() : '';
  const restore = async (transaction: Restoring): Promise<RestoreOutcome> => {
    if (audio) await addAudioRow(transaction, audio);
    const isNew = await restoreJob(transaction, job);
    const added = [
      audio !== null,
      await restorePeaks(transaction, job.audio_id, backedUp.peaks),
      await restoreCorrected(transaction, job.id, backedUp.edit, batch),
      await restoreVersions(transaction, job.id, backedUp.versions),
      await restoreMessages(transaction, job.id, backedUp.messages),
    ];
    if (isNew) return 'added';
    return added.includes(true) ? 'completed' : 'known';
  };
  try {
    if (isLong) await writeBatch(job.id, batch, paragraphs);
    return await changeStores([...STORES], restore, bytes);
  } finally {
    if (batch !== '') await deleteUnlessNamed(job.id, batch).catch(console.warn);
  }
}

const sizeOf = ({ bytes }: Pick<VersionRecord, 'bytes'>) =>
  bytes instanceof Blob ? bytes.size : bytes.byteLength;

/** Adds a job; gives one that is here its recording back. True if no list showed it. */
async function restoreJob(transaction: Restoring, job: JobRecord): Promise<boolean> {
  const rows = jobRowsOf(transaction);
  const isStored = async (id: string | null) =>
    id !== null && (await transaction.objectStore('audio').getKey(id)) !== undefined;
  const audio_id = (await isStored(job.audio_id)) ? job.audio_id : null;
  const found = await rows.jobs.get(job.id);
  if (found === undefined) {
    await Promise.all(writeJob(rows, { ...job, audio_id }, 'add'));
    return true;
  }
  const here = jobRow.safeParse(found).data;
  if (!here) return false;
  const lacksAudio = hasEnded(here) && audio_id !== null && !(await isStored(here.audio_id));
  const { deleted, ...kept } = here;
  if (!lacksAudio && !deleted) return false;
  await rows.jobs.put(
    toJobRow({
      ...kept,
      ...(lacksAudio && { audio_id }),
      ...(deleted && { paused: kept.paused && deleted.paused ? true : undefined }),
    }),
  );
  return deleted !== undefined;
}

async function restorePeaks(
  transaction: Restoring,
  audioId: string | null,
  peaks: Peaks | null,
): Promise<boolean> {
  const store = transaction.objectStore('peaks');
  if (!peaks || audioId === null || (await store.getKey(audioId)) !== undefined) return false;
  if ((await transaction.objectStore('audio').getKey(audioId)) === undefined) return false;
  await store.put(peaks, audioId);
  return true;
}

/** Adds a session's messages where none is here. */
async function restoreMessages(
  transaction: Restoring,
  jobId: string,
  messages: readonly string[],
): Promise<boolean> {
  const store = transaction.objectStore('live-messages');
  if (messages.length === 0 || (await store.getKey(messagesOf(jobId))) !== undefined) return false;
  await Promise.all(messages.map((message, index) => store.put(message, [jobId, index])));
  return true;
}

async function restoreCorrected(
  transaction: Restoring,
  job_id: string,
  edit: CorrectedTranscript | null,
  batch: string,
): Promise<boolean> {
  if (!edit || (await transaction.objectStore('edits').getKey(job_id)) !== undefined) return false;
  const { paragraphs, ...document } = edit;
  const head = { job_id, revision: 1, edited_at: new Date().toISOString(), document };
  const isThere = batch !== '' && (await isWhole(transaction, job_id, batch));
  await writeCorrectedRows(
    transaction,
    isThere ? { ...head, batch } : head,
    isThere ? { paragraphs, changed: [], gone: [] } : { paragraphs, changed: paragraphs, gone: 'all' },
  );
  return true;
}

/** Adds the kept states that are missing, in order of time. None that is here goes for them. */
async function restoreVersions(
  transaction: Restoring,
  job_id: string,
  backedUp: BackedUpTranscript['versions'],
): Promise<boolean> {
  if (backedUp.length === 0) return false;
  const store = transaction.objectStore('edit-versions');
  const stored = (await store.getAll(rowsOfJob(job_id))).map((row) => versionRecord.safeParse(row).data);
  const here = stored.filter((version) => version !== undefined);
  // What a newer version of the app wrote keeps its number.
  if (here.length < stored.length) return false;
  const isSame = (one: (typeof backedUp)[number], other: (typeof backedUp)[number]) =>
    one.created_at === other.created_at && one.label === other.label && one.words === other.words;
  const missing = backedUp.filter((version) => !here.some((other) => isSame(version, other)));
  const added = missing.slice(Math.max(0, missing.length + here.length - MOST_VERSIONS));
  if (added.length === 0 || here.length >= MOST_VERSIONS) return false;
  const all = [...here, ...added].toSorted((a, b) => Date.parse(a.created_at) - Date.parse(b.created_at));
  await Promise.all([
    store.delete(rowsOfJob(job_id)),
    ...all.map((version, index) => store.put({ ...version, job_id, number: index + 1 })),
  ]);
  return true;
}
