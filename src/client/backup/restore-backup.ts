import { readClientSettings } from '../../contract/clients/client-settings.ts';
import { announce } from '../../contract/realms/channel.ts';
import { toAppError } from '../../lib/errors/errors.ts';
import { changeDictionary } from '../../storage/corrections/dictionary-store.ts';
import { packVersion } from '../../storage/corrections/save-corrected.ts';
import { ensureRoom } from '../../storage/database/quota.ts';
import type { JobRecord, Settings } from '../../storage/database/records.ts';
import { hasEnded } from '../../storage/jobs/job-rows.ts';
import { getJob } from '../../storage/jobs/job-store.ts';
import {
  type BackedUpTranscript,
  type RestoreOutcome,
  restoreTranscript,
} from '../../storage/jobs/restore-transcript.ts';
import { newArrival, restoreArrival } from '../../storage/recordings/arrival-store.ts';
import { getAudio, linkAudio } from '../../storage/recordings/audio-store.ts';
import { APP_KEY_ID } from '../../storage/settings/key-store.ts';
import { getSettings, updateSettings } from '../../storage/settings/settings-store.ts';
import { badBackup } from './backup-format.ts';
import {
  type Accepted,
  acceptedJob,
  type BackedUpJob,
  type BackupQuestion,
  JobQuestions,
  settingsQuestions,
  takenSettings,
} from './backup-questions.ts';
import { OpenBackup } from './open-backup.ts';
import { readPieces } from './sequential-source.ts';
import type { OnProgress } from './write-backup.ts';

/** What a restored backup brought. */
export interface Restored {
  /** Transcripts that were not here. */
  transcripts: number;
  /** Recordings that were not here. */
  recordings: number;
  /** Transcripts that were here in part, and are whole now. */
  completed: number;
  /** Transcripts that were here already, and stayed as they are. */
  known: number;
  /** What was recorded or shared and was not here: it waits to be transcribed. */
  arrivals: number;
}

export interface RestoreOptions {
  onProgress?: OnProgress;
  /** Answers with what is taken; null restores nothing. Where nobody is asked, nothing of it is taken. */
  ask?: (questions: readonly BackupQuestion[]) => Promise<Accepted | null>;
}

/**
 * Restores a backup beside what is stored. Nothing is overwritten: what is here under the same id remains, and so do settings that
 * differ from their defaults; what is here in part is completed. The whole archive is checked before anything is written. Then each
 * transcript is stored at once with all that belongs to it, so that an interrupted restore is completed by another. Recordings
 * are read piece by piece.
 *
 * @returns null if nobody wanted it
 * @throws AppError 400 with the file and the reason if it is no whole backup, 507 if it does not fit
 */
export async function restoreBackup(
  file: Blob,
  { onProgress = () => undefined, ask = async () => new Set() }: RestoreOptions = {},
): Promise<Restored | null> {
  const backup = await OpenBackup.open(file);
  const questions = await check(backup);
  const accepted: Accepted | null = questions.length > 0 ? await ask(questions) : new Set();
  if (!accepted) return null;
  const counts = { added: 0, completed: 0, known: 0 };
  let recordings = 0;
  let arrivals = 0;
  const all = backup.transcripts.length + backup.arrivals.length;
  try {
    for (const [done, id] of backup.transcripts.entries()) {
      onProgress(done, all);
      const restored = await restoreOne(backup, id, accepted);
      counts[restored.outcome] += 1;
      recordings += Number(restored.isNewRecording);
    }
    for (const [done, arrival] of backup.arrivals.entries()) {
      onProgress(backup.transcripts.length + done, all);
      arrivals += Number(await restoreOneArrival(backup, arrival));
    }
    await restoreSettings(backup, accepted);
    await restoreDictionary(backup);
  } finally {
    // Lists show what is there now.
    announce({ type: 'settings-changed' });
    if (arrivals > 0) announce({ type: 'arrivals-changed' });
  }
  onProgress(all, all);
  const { added: transcripts, ...rest } = counts;
  return { transcripts, recordings, arrivals, ...rest };
}

/** Reads all that is needed once: faults are found before the first write. Returns what must be asked. */
async function check(backup: OpenBackup): Promise<BackupQuestion[]> {
  const [settings] = await Promise.all([backup.settings(), backup.dictionary()]);
  if (settings?.clients) checkClients(settings.clients);
  let bytes = 0;
  for (const { id, file, bytes: size } of backup.recordings) {
    if ((await backup.recording(id)).id !== id) throw badBackup(`its recording ${id} has another id inside`);
    await backup.waveform(id);
    if ((await getAudio(id)) !== null) continue;
    bytes += size;
    for await (const _ of readPieces(size, backup.stream(file), file));
  }
  for (const { id, file, bytes: size } of backup.arrivals) {
    if ((await backup.arrival(id)).id !== id) throw badBackup(`its recording ${id} has another id inside`);
    bytes += size;
    for await (const _ of readPieces(size, backup.stream(file), file));
  }
  const jobs = new JobQuestions();
  for (const id of backup.transcripts) {
    const job = await backup.transcript(id);
    if (job.id !== id) throw badBackup(`its transcript ${id} has another id inside`);
    await backup.messages(id);
    await backup.edits(id);
    for await (const _ of backup.versions(id));
    if (!(await isHere(id))) jobs.add(job, await hasRecording(backup, job));
  }
  await ensureRoom(bytes);
  return [...(settings ? settingsQuestions(settings, await getSettings()) : []), ...jobs.list()];
}

/** With an address or a header that no request could have, every request would fail. */
function checkClients({
  base_addresses: baseAddresses,
  key_headers: keyHeaders,
  models,
}: Settings['clients']) {
  try {
    // Stored addresses are whole: nothing completes them.
    readClientSettings({ baseAddresses, keyHeaders, models }, 'https://localhost');
  } catch (cause) {
    const { details, message } = toAppError(cause);
    throw badBackup(`"settings.json": ${details?.join('; ') ?? message}`, cause);
  }
}

/** What a newer version of the app stored is here, too. */
const isHere = (id: string): Promise<boolean> =>
  getJob(id).then(
    (job) => job !== null,
    () => true,
  );

const hasRecording = async (backup: OpenBackup, { audio_id }: BackedUpJob): Promise<boolean> =>
  audio_id !== null &&
  (backup.recordings.some(({ id }) => id === audio_id) || (await getAudio(audio_id)) !== null);

async function restoreOne(
  backup: OpenBackup,
  id: string,
  accepted: Accepted,
): Promise<{ outcome: RestoreOutcome; isNewRecording: boolean }> {
  const written = await backup.transcript(id);
  const job = waitingAgain(acceptedJob(written, await hasRecording(backup, written), accepted));
  const edit = await backup.edits(id);
  const versions: BackedUpTranscript['versions'][number][] = [];
  for await (const { document, label, created_at } of backup.versions(id)) {
    const { words, bytes } = await packVersion(document);
    versions.push({ created_at, label, words, bytes });
  }
  const transcript = { job, edit, versions, messages: await backup.messages(id) };
  const recording = backup.recordings.find((one) => one.id === job.audio_id);
  let isNewRecording = false;
  let outcome: RestoreOutcome;
  if (recording) {
    const { id: audioId, file, bytes } = recording;
    const record = { ...(await backup.recording(audioId)), key_id: APP_KEY_ID, size: bytes };
    const peaks = await backup.waveform(audioId);
    const pieces = () => readPieces(bytes, backup.stream(file), file);
    outcome = await linkAudio(audioId, pieces, (isNew) => {
      isNewRecording = isNew;
      return restoreTranscript({ ...transcript, audio: isNew ? record : null, peaks });
    });
  } else {
    outcome = await restoreTranscript({ ...transcript, audio: null, peaks: null });
  }
  if (outcome === 'added' && !hasEnded(job)) announce({ type: 'job-queued', id });
  if (outcome === 'completed') announce({ type: 'edit-saved', id });
  return { outcome, isNewRecording };
}

async function restoreOneArrival(
  backup: OpenBackup,
  { id, file, bytes }: OpenBackup['arrivals'][number],
): Promise<boolean> {
  const written = await backup.arrival(id);
  // Shared files wait for an answer for a week, from now on.
  const created_at = written.kind === 'shared' ? new Date().toISOString() : written.created_at;
  const record = { ...newArrival(written.kind, written, created_at), id, seconds: written.seconds };
  return restoreArrival(record, () => readPieces(bytes, backup.stream(file), file));
}

/** A job without its run: what was running waits to run again. */
const waitingAgain = (job: BackedUpJob): JobRecord => ({
  ...job,
  key_id: APP_KEY_ID,
  ...(job.status === 'processing' && { status: 'queued' as const, progress: 0, seconds_left: null }),
  claim: null,
  attempts: 0,
  furthest: 0,
  waiting: null,
});

/** Takes the settings that nobody has changed here. */
async function restoreSettings(backup: OpenBackup, accepted: Accepted): Promise<void> {
  const theirs = await backup.settings();
  if (theirs) await updateSettings((current) => takenSettings(theirs, current, accepted));
}

/** Adds the terms that are not in the dictionary here. */
async function restoreDictionary(backup: OpenBackup): Promise<void> {
  const theirs = await backup.dictionary();
  if (!theirs || theirs.length === 0) return;
  await changeDictionary((entries) => [
    ...entries,
    ...theirs.filter(({ term }) => !entries.some((entry) => entry.term === term)),
  ]);
}
