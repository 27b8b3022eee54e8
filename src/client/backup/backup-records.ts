import { correctedTranscript } from '../../contract/transcripts/corrected-transcript.ts';
import { refuseFarTimes } from '../../contract/transcripts/far-time.ts';
import { fromBase64 } from '../../lib/bytes/base64.ts';
import { z } from '../../lib/zod.ts';
import { audioRecord, jobRecord, settings } from '../../storage/database/records.ts';
import { arrivalRecord } from '../../storage/recordings/arrival-store.ts';
import { peaksRecord } from '../../storage/recordings/peaks-store.ts';

/** Version of these shapes. A backup has the lowest that its contents need, which older versions of the app read, too. */
export const BACKUP_VERSION = 4;
export const VERSION_WITHOUT_LIVE = 3;
export const VERSION_WITHOUT_ARRIVALS = 2;

/** What a live session sent, each message as it was written. */
export const backedUpMessages = z.array(z.string());

/** What an archive is and what it holds. */
export const backupManifest = z.object({
  format: z.literal('earshot-backup'),
  version: z.int().min(1),
  created_at: z.iso.datetime(),
  note: z.string(),
  recordings: z.array(z.object({ id: z.uuid(), file: z.string() })),
  transcripts: z.array(z.uuid()),
  arrivals: z.array(z.object({ id: z.uuid(), file: z.string() })).default([]),
});

export type BackupManifest = z.infer<typeof backupManifest>;

/** A recording as written: without the key that it belonged to. Its bytes are served under its type, so that is none of a page. */
export const backedUpAudio = audioRecord
  .omit({ key_id: true })
  .extend({ type: z.string().regex(/^(?:(?:audio|video)\/[\w.+-]+|application\/octet-stream)$/) })
  .superRefine(refuseFarTimes);

/** A recording's waveform as written. */
export const backedUpPeaks = peaksRecord.extend({
  peaks: z.base64().transform((text) => fromBase64(text)),
});

/** What was recorded or shared as written, without what only this browser's storage needs. Its type is none of a page. */
export const backedUpArrival = arrivalRecord.omit({ audio_id: true, bytes: true, pieces: true }).extend({
  type: z
    .string()
    .regex(/^(?:(?:audio|video)\/[\w.+-]+(?:;[\w=., -]*)?)?$/)
    .catch('application/octet-stream'),
});

/** A job as written: without the key that it belonged to and without what only its run needs. */
export const backedUpJob = jobRecord
  .omit({
    key_id: true,
    claim: true,
    attempts: true,
    furthest: true,
    waiting: true,
    deleted: true,
    in_pool: true,
  })
  .superRefine(({ file, result }, context) => refuseFarTimes({ file, result }, context));

/** A kept state of a corrected transcript as written. */
export const backedUpVersion = z.object({
  created_at: z.iso.datetime(),
  label: z.string(),
  document: correctedTranscript,
});

/** Settings as written: without keys and secrets, and without what belongs to this site. */
export const backedUpSettings = settings
  .omit({ app_key: true, callback_secret: true, page_clients: true, pool: true, agent_tools: true })
  .partial();
