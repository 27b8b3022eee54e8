import { toBase64 } from '../../lib/bytes/base64.ts';
import { blobSource, inPieces, streamOf } from '../../lib/bytes/byte-source.ts';
import { AppError } from '../../lib/errors/errors.ts';
import { z } from '../../lib/zod.ts';
import { getCorrected, getVersion, listVersions } from '../../storage/corrections/corrected-store.ts';
import { getDictionary } from '../../storage/corrections/dictionary-store.ts';
import type { AudioRecord, JobRecord } from '../../storage/database/records.ts';
import { getJob, jobIdsByStatus } from '../../storage/jobs/job-store.ts';
import { liveMessages } from '../../storage/live/live-store.ts';
import { type ArrivalRecord, readArrival, untakenArrivals } from '../../storage/recordings/arrival-store.ts';
import { getAudio, openAudioBytes } from '../../storage/recordings/audio-store.ts';
import { getPeaks } from '../../storage/recordings/peaks-store.ts';
import { getSettings } from '../../storage/settings/settings-store.ts';
import {
  arrivalPath,
  arrivalRecordPath,
  audioPath,
  DICTIONARY,
  editsPath,
  MANIFEST,
  messagesPath,
  recordPath,
  SETTINGS,
  transcriptPath,
  versionPath,
  waveformPath,
} from './backup-format.ts';
import {
  BACKUP_VERSION,
  type BackupManifest,
  backedUpArrival,
  backedUpAudio,
  backedUpJob,
  backedUpSettings,
  VERSION_WITHOUT_ARRIVALS,
  VERSION_WITHOUT_LIVE,
} from './backup-records.ts';
import { type ZippedFile, zipStream } from './zip-stream.ts';

/** Called when something that is stored cannot be read, and so is not in the backup. */
export type OnUnreadable = () => void;

/** Called while a backup is written or restored: how many of its recordings and transcripts are done. */
export type OnProgress = (done: number, all: number) => void;

const NOTE =
  'A backup of Earshot. It holds the original transcripts and recordings: also what was struck or redacted by hand in the corrected ones.';

/**
 * A backup of everything, or of the jobs with these ids and their recordings without settings, as a stream of zip bytes. Recordings are read piece
 * by piece, so memory does not grow with them. What is deleted meanwhile is left out, and so is what cannot be read: it must not keep
 * the rest from being saved.
 */
export async function writeBackup(
  options: { jobIds?: readonly string[]; onProgress?: OnProgress; onUnreadable?: OnUnreadable } = {},
): Promise<ReadableStream<Uint8Array>> {
  const { onProgress = () => undefined, onUnreadable = () => undefined } = options;
  const ids = options.jobIds ?? (await allJobIds());
  const found = await Promise.all(ids.map((id) => readable(withoutResult(id), onUnreadable)));
  const jobs = found.filter((job) => job !== null);
  const audioIds = [...new Set(jobs.flatMap(({ audio_id }) => (audio_id === null ? [] : [audio_id])))];
  const recordings = (await Promise.all(audioIds.map(getAudio))).filter((record) => record !== null);
  const whole = !options.jobIds;
  const arrivals = whole ? await untakenArrivals() : [];
  return zipStream(filesOf({ jobs, recordings, arrivals, whole }, onProgress, onUnreadable));
}

const allJobIds = async (): Promise<string[]> =>
  (await Promise.all((['queued', 'processing', 'done', 'error'] as const).map(jobIdsByStatus))).flat();

/** Results can be long: each is read when it is written. */
async function withoutResult(id: string): Promise<Pick<JobRecord, 'id' | 'audio_id' | 'live'> | null> {
  const job = await getJob(id);
  return job && !job.deleted ? { id: job.id, audio_id: job.audio_id, live: job.live } : null;
}

interface BackupContents {
  jobs: readonly Pick<JobRecord, 'id' | 'live'>[];
  recordings: readonly AudioRecord[];
  /** What was recorded or shared, and is no recording yet. */
  arrivals: readonly ArrivalRecord[];
  /** Whether settings and dictionary belong to it. */
  whole: boolean;
}

async function* filesOf(
  { jobs, recordings, arrivals, whole }: BackupContents,
  onProgress: OnProgress,
  onUnreadable: OnUnreadable,
): AsyncGenerator<ZippedFile, void, undefined> {
  const lastModified = new Date();
  const manifest: BackupManifest = {
    format: 'earshot-backup',
    version: jobs.some(({ live }) => live)
      ? BACKUP_VERSION
      : arrivals.length > 0
        ? VERSION_WITHOUT_LIVE
        : VERSION_WITHOUT_ARRIVALS,
    created_at: lastModified.toISOString(),
    note: NOTE,
    recordings: recordings.map(({ id, filename }) => ({ id, file: audioPath(id, filename) })),
    transcripts: jobs.map(({ id }) => id),
    arrivals: arrivals.map(({ id, filename }) => ({ id, file: arrivalPath(id, filename) })),
  };
  const json = (name: string, value: unknown): ZippedFile => ({
    name,
    input: JSON.stringify(value, null, 1),
    lastModified,
  });
  const all = jobs.length + recordings.length + arrivals.length;
  let done = 0;
  onProgress(done, all);
  yield json(MANIFEST, manifest);
  if (whole) {
    yield json(SETTINGS, backedUpSettings.parse(await getSettings()));
    yield json(DICTIONARY, await getDictionary());
  }
  for (const { id, live } of jobs) {
    const job = await getJob(id);
    if (job) yield json(transcriptPath(id), backedUpJob.parse(job));
    if (job && live) yield json(messagesPath(id), await liveMessages(id));
    const edit = await readable(getCorrected(id), onUnreadable);
    if (edit) yield json(editsPath(id), edit.document);
    yield* keptVersions(id, json, onUnreadable);
    onProgress(++done, all);
  }
  for (const record of recordings) {
    const bytes = await readable(openAudioBytes(record.id), onUnreadable);
    if (bytes) {
      yield json(recordPath(record.id), backedUpAudio.parse(record));
      yield {
        name: audioPath(record.id, record.filename),
        input: streamOf(inPieces(bytes)),
        size: bytes.size,
        lastModified: new Date(record.created_at),
      };
      const waveform = await getPeaks(record.id);
      if (waveform) yield json(waveformPath(record.id), { ...waveform, peaks: toBase64(waveform.peaks) });
    }
    onProgress(++done, all);
  }
  for (const record of arrivals) {
    // As far as it was recorded when the backup began.
    const bytes = await readArrival(record);
    if (bytes.size > 0) {
      yield json(arrivalRecordPath(record.id), backedUpArrival.parse(record));
      yield {
        name: arrivalPath(record.id, record.filename),
        input: streamOf(inPieces(blobSource(bytes))),
        size: bytes.size,
        lastModified: new Date(record.created_at),
      };
    }
    onProgress(++done, all);
  }
}

/** The kept states of a transcript; one that goes meanwhile is left out. */
async function* keptVersions(
  id: string,
  json: (name: string, value: unknown) => ZippedFile,
  onUnreadable: OnUnreadable,
) {
  for (const { number, created_at, label } of await listVersions(id)) {
    const document = await readable(getVersion(id, number), onUnreadable);
    if (document) yield json(versionPath(id, number), { created_at, label, document });
  }
}

/** Null if it is gone, or if this version of the app cannot read it, which is reported. */
async function readable<Stored>(
  reading: Promise<Stored>,
  onUnreadable: OnUnreadable,
): Promise<Stored | null> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof AppError && error.status === 404) return null;
    const isForeign = error instanceof AppError ? FOREIGN.has(error.code) : error instanceof z.ZodError;
    if (!isForeign) throw error;
    console.warn('Left out of the backup:', error);
    onUnreadable();
    return null;
  }
}

/** Damaged, or written by a newer version of the app. */
const FOREIGN: ReadonlySet<string> = new Set(['internal', 'not_implemented']);
