import type { CorrectedTranscript } from '../../contract/transcripts/corrected-transcript.ts';
import { gunzip } from '../../lib/bytes/gzip.ts';
import { AppError } from '../../lib/errors/errors.ts';
import { msg } from '../../lib/errors/msg.ts';
import { database } from '../database/database.ts';
import { bytesOf } from '../database/stored-bytes.ts';
import {
  parseCorrected,
  type SavedTranscript,
  type VersionRecord,
  versionRecord,
} from './corrected-records.ts';
import { rowsOfJob } from './corrected-rows.ts';
import { readCorrectedRows } from './read-corrected.ts';

/** The corrections of a job; null if there are none. Throws as `parseCorrected`. */
export async function getCorrected(jobId: string): Promise<SavedTranscript | null> {
  const stored = await readCorrectedRows(jobId);
  return stored && parseCorrected(stored);
}

/** A kept state without its text. */
export type KeptVersion = Omit<VersionRecord, 'bytes' | 'job_id'>;

/** The kept states, newest first. */
export async function listVersions(jobId: string): Promise<KeptVersion[]> {
  const rows = await (await database()).getAll('edit-versions', rowsOfJob(jobId));
  return rows
    .flatMap((row) => versionRecord.safeParse(row).data ?? [])
    .map(({ bytes: _, job_id: __, ...version }) => version)
    .toReversed();
}

/** A kept state. Throws 404 if it is gone, and as `parseCorrected`. */
export async function getVersion(jobId: string, number: number): Promise<CorrectedTranscript> {
  const row = await (await database()).get('edit-versions', [jobId, number]);
  const version = versionRecord.safeParse(row).data;
  if (!version) throw new AppError('not_found', msg`This version is no longer kept.`);
  const { head, paragraphs } = await unpack(version).catch((cause) => {
    throw new AppError('internal', msg`This version is damaged. The others can be opened.`, { cause });
  });
  const order = Array.isArray(paragraphs) ? paragraphs.map(({ id }) => id) : [];
  const { created_at: edited_at } = version;
  return parseCorrected({
    head: { job_id: jobId, revision: 1, edited_at, order, document: head },
    paragraphs,
  }).document;
}

async function unpack({ bytes }: VersionRecord) {
  return JSON.parse(new TextDecoder().decode(await gunzip(await bytesOf(bytes))));
}
