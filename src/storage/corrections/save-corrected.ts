import type { CorrectedTranscript } from '../../contract/transcripts/corrected-transcript.ts';
import { gzip } from '../../lib/bytes/gzip.ts';
import { AppError } from '../../lib/errors/errors.ts';
import { msg } from '../../lib/errors/msg.ts';
import { changeStores } from '../database/change-stores.ts';
import { type StoredBytes, toStored } from '../database/stored-bytes.ts';
import type { SavedBy, SavedTranscript, VersionRecord } from './corrected-records.ts';
import { CORRECTED, deleteCorrectedRows, ROWS_AT_ONCE, rowsOfJob } from './corrected-rows.ts';
import { correctedElsewhere, deleteParagraphs, inBatch } from './paragraph-batches.ts';
import { batchOf, revisionOf } from './read-corrected.ts';
import { writeCorrectedRows } from './write-corrected-rows.ts';

/** Kept states of one transcript; the oldest go first. */
export const MOST_VERSIONS = 30;

/**
 * Saves a corrected transcript, which its caller has parsed (`saveReadable` does), all or nothing, writing the paragraphs that differ from `saved`, or
 * a batch of all where many do, or go; returns the new revision.
 *
 * @param saved what is stored, as this caller last read or wrote it, and its revision; null and 0 if nothing is; null alone if
 * it is damaged, and is replaced
 * @param by the state of a sitting that this is, if one saves
 * @throws AppError 404 if the job was deleted; 409 `conflict`, without writing, if somebody else has saved since; 507
 */
export async function saveCorrected(
  jobId: string,
  document: CorrectedTranscript,
  saved: { revision: number; document: CorrectedTranscript | null },
  by?: SavedBy,
): Promise<Pick<SavedTranscript, 'revision' | 'edited_at'>> {
  const { paragraphs, ...head } = document;
  const before = new Map(saved.document?.paragraphs.map((paragraph) => [paragraph.id, paragraph]));
  const changed = paragraphs.filter((paragraph) => before.get(paragraph.id) !== paragraph);
  for (const { id } of paragraphs) before.delete(id);
  const edited_at = new Date().toISOString();
  const headAfter = (stored: unknown) => {
    const revision = revisionOf(stored);
    if (revision !== saved.revision) throw correctedElsewhere();
    return {
      job_id: jobId,
      revision: revision + 1,
      edited_at,
      ...(by && { saved_by: by }),
      document: head,
    };
  };
  // Also a short text in place of a long one: to delete 64,000 paragraphs one by one took seconds, in which nobody read a job.
  const saving =
    changed.length + before.size > ROWS_AT_ONCE
      ? unlessDeleted(
          jobId,
          inBatch(jobId, paragraphs, (stored) => ({ head: headAfter(stored), former: batchOf(stored) })),
        )
      : changeStores(['jobs', 'edits', 'edit-paragraphs'], async (transaction) => {
          const [job, stored] = await Promise.all([
            transaction.objectStore('jobs').getKey(jobId),
            transaction.objectStore('edits').get(jobId),
          ]);
          if (job === undefined) throw recordingDeleted();
          const batch = saved.document === null ? '' : batchOf(stored);
          const record = { ...headAfter(stored), ...(batch && { batch }) };
          const gone = saved.document === null ? 'all' : [...before.keys()];
          await writeCorrectedRows(transaction, record, { paragraphs, changed, gone });
          return record;
        });
  return { revision: (await saving).revision, edited_at };
}

/**
 * Stores the corrected transcript of a job that is stored after it (`addJob` with `edited`), so that no list shows the one without the
 * other. If the job never comes, the next host deletes it.
 */
export async function saveCorrectedAhead(jobId: string, document: CorrectedTranscript): Promise<void> {
  const { paragraphs, ...head } = document;
  const record = { job_id: jobId, revision: 1, edited_at: new Date().toISOString(), document: head };
  if (paragraphs.length > ROWS_AT_ONCE) {
    await inBatch(jobId, paragraphs, () => ({ head: record, former: '' }));
    return;
  }
  await changeStores(['edits', 'edit-paragraphs'], (transaction) =>
    writeCorrectedRows(transaction, record, { paragraphs, changed: paragraphs, gone: 'all' }),
  );
}

/**
 * What comes of saving a batch. Lists of jobs wait for no batch, because jobs are no part of what names it: a job that was deleted
 * meanwhile takes it along afterwards, or with the next host.
 */
async function unlessDeleted<Outcome>(jobId: string, saving: Promise<Outcome>): Promise<Outcome> {
  await saving.catch(() => undefined);
  if (await deleteCorrectedAhead(jobId)) throw recordingDeleted();
  return saving;
}

const recordingDeleted = () => new AppError('not_found', msg`This recording has been deleted.`);

/** Deletes the corrections of a job unless it is stored; true if it is not. */
export async function deleteCorrectedAhead(jobId: string): Promise<boolean> {
  const left = await changeStores(['jobs', ...CORRECTED], async (transaction) =>
    (await transaction.objectStore('jobs').getKey(jobId)) === undefined
      ? deleteCorrectedRows(transaction, jobId)
      : null,
  );
  if (left) await deleteParagraphs(left);
  return left !== null;
}

/** Keeps a state of a transcript, to be looked at and restored; the oldest one beyond 30 goes. */
export async function keepVersion(
  jobId: string,
  document: CorrectedTranscript,
  label: string,
  created_at = new Date().toISOString(),
): Promise<void> {
  const packed = await packVersion(document);
  await changeStores(
    ['jobs', 'edit-versions'],
    async (transaction) => {
      const versions = transaction.objectStore('edit-versions');
      if ((await transaction.objectStore('jobs').getKey(jobId)) === undefined) return;
      const keys = await versions.getAllKeys(rowsOfJob(jobId));
      const record: VersionRecord = {
        job_id: jobId,
        number: (keys.at(-1)?.[1] ?? 0) + 1,
        created_at,
        label,
        words: packed.words,
        bytes: packed.bytes,
      };
      const tooMany = keys.slice(0, Math.max(0, keys.length + 1 - MOST_VERSIONS));
      await Promise.all([versions.put(record), ...tooMany.map((key) => versions.delete(key))]);
    },
    packed.size,
  );
}

/** A state as it is stored: `size` in bytes. */
export async function packVersion(
  document: CorrectedTranscript,
): Promise<{ words: number; bytes: StoredBytes; size: number }> {
  const { paragraphs, ...head } = document;
  const bytes = toStored(await gzip(JSON.stringify({ head, paragraphs })));
  return {
    words: paragraphs.reduce((sum, { words }) => sum + words.length, 0),
    bytes,
    size: bytes instanceof Blob ? bytes.size : bytes.byteLength,
  };
}
