import type { EditedTranscript } from '../../contract/transcripts/edited-transcript.ts';
import { gunzip } from '../../lib/bytes/gzip.ts';
import { AppError } from '../../lib/errors/errors.ts';
import { msg } from '../../lib/errors/msg.ts';
import { database } from '../database/database.ts';
import { bytesOf } from '../database/stored-bytes.ts';
import { type Edit, type EditVersionRecord, editVersionRecord, parseEdit } from './edit-records.ts';
import { rowsOfJob } from './edit-rows.ts';
import { readEdit } from './read-edit.ts';

/** The corrections of a job; null if there are none. Throws as `parseEdit`. */
export async function getEdit(jobId: string): Promise<Edit | null> {
  const stored = await readEdit(jobId);
  return stored && parseEdit(stored);
}

/** A kept state without its text. */
export type EditVersion = Omit<EditVersionRecord, 'bytes' | 'job_id'>;

/** The kept states, newest first. */
export async function listVersions(jobId: string): Promise<EditVersion[]> {
  const rows = await (await database()).getAll('edit-versions', rowsOfJob(jobId));
  return rows
    .flatMap((row) => editVersionRecord.safeParse(row).data ?? [])
    .map(({ bytes: _, job_id: __, ...version }) => version)
    .toReversed();
}

/** A kept state. Throws 404 if it is gone, and as `parseEdit`. */
export async function getVersion(jobId: string, number: number): Promise<EditedTranscript> {
  const row = await (await database()).get('edit-versions', [jobId, number]);
  const version = editVersionRecord.safeParse(row).data;
  if (!version) throw new AppError('not_found', msg`This version is no longer kept.`);
  const { head, paragraphs } = await unpack(version).catch((cause) => {
    throw new AppError('internal', msg`This version is damaged. The others can be opened.`, { cause });
  });
  const order = Array.isArray(paragraphs) ? paragraphs.map(({ id }) => id) : [];
  const { created_at: edited_at } = version;
  return parseEdit({ head: { job_id: jobId, revision: 1, edited_at, order, document: head }, paragraphs })
    .document;
}

async function unpack({ bytes }: EditVersionRecord) {
  return JSON.parse(new TextDecoder().decode(await gunzip(await bytesOf(bytes))));
}
