import { editedTranscript } from '../contract/edited-transcript.ts';
import { z } from '../lib/zod.ts';
import { audioRecord, jobRecord, settings } from './records.ts';

/** Version of these shapes. */
export const BACKUP_VERSION = 2;

/** What an archive is and what it holds. */
export const backupManifest = z.object({
  format: z.literal('earshot-backup'),
  version: z.int().min(1),
  created_at: z.iso.datetime(),
  note: z.string(),
  recordings: z.array(z.object({ id: z.uuid(), file: z.string() })),
  transcripts: z.array(z.uuid()),
});

export type BackupManifest = z.infer<typeof backupManifest>;

/** A recording as written: without the key that it belonged to. */
export const backedUpAudio = audioRecord.omit({ key_id: true });

/** A job as written: without the key that it belonged to and without what only its run needs. */
export const backedUpJob = jobRecord.omit({
  key_id: true,
  claim: true,
  attempts: true,
  furthest: true,
  waiting: true,
  deleted: true,
});

/** A kept state of a corrected transcript as written. */
export const backedUpVersion = z.object({
  created_at: z.iso.datetime(),
  label: z.string(),
  document: editedTranscript,
});

/** Settings as written: without keys and secrets, and without what belongs to this site. */
export const backedUpSettings = settings
  .omit({ app_key: true, callback_secret: true, page_clients: true, pool: true })
  .partial();
