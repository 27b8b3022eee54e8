import type { ByteSource } from '../../lib/byte-source.ts';
import { joinBytes } from '../../lib/byte-source.ts';
import { announce } from '../../lib/channel.ts';
import { addAudio, deleteUnusedAudio, getAudio } from '../../storage/audio-store.ts';
import { changeDictionary } from '../../storage/dictionary-store.ts';
import { deleteJob, getJob } from '../../storage/job-store.ts';
import { APP_KEY_ID } from '../../storage/key-store.ts';
import { ensureRoom } from '../../storage/quota.ts';
import { type Settings, settings } from '../../storage/records.ts';
import { restoreJob } from '../../storage/restore-job.ts';
import { keepVersion, saveEdit } from '../../storage/save-edit.ts';
import { updateSettings } from '../../storage/settings-store.ts';
import { badBackup, damaged } from './backup-format.ts';
import { OpenBackup } from './open-backup.ts';
import type { TellBackup } from './write-backup.ts';

/** What a restored backup brought. */
export interface Restored {
  transcripts: number;
  recordings: number;
  /** Transcripts that were here already, and stayed as they are. */
  known: number;
}

/**
 * Restores a backup beside what is stored. Nothing is overwritten: what is here under the same id stays, and so do settings that
 * differ from their defaults. The whole archive is checked before anything is written; if writing fails, what was written goes
 * again. Recordings are read piece by piece.
 *
 * @throws AppError 400 with the file and the reason if it is no whole backup, 507 if it does not fit
 */
export async function restoreBackup(file: Blob, tell: TellBackup = () => undefined): Promise<Restored> {
  const backup = await OpenBackup.open(file);
  await check(backup);
  const [recordings, transcripts] = await Promise.all([
    newOnes(backup.recordings, ({ id }) => getAudio(id)),
    newOnes(backup.transcripts, getJob),
  ]);
  await ensureRoom(recordings.reduce((sum, { bytes }) => sum + bytes, 0));
  const all = recordings.length + transcripts.length;
  const undo: (() => Promise<unknown>)[] = [];
  try {
    for (const { id, file: path, bytes } of recordings) {
      tell(undo.length, all);
      const record = { ...(await backup.recording(id)), key_id: APP_KEY_ID, size: bytes };
      await addAudio(record, sequentialSource(bytes, backup.stream(path), path));
      undo.push(() => deleteUnusedAudio(id));
    }
    for (const id of transcripts) {
      tell(undo.length, all);
      await restoreTranscript(backup, id);
      undo.push(() => deleteJob(id));
    }
    await restoreSettings(backup);
    await restoreDictionary(backup);
  } catch (error) {
    for (const step of undo.toReversed()) await step().catch(console.warn);
    throw error;
  } finally {
    // Lists show what is there now.
    announce({ type: 'settings-changed' });
  }
  tell(all, all);
  return {
    transcripts: transcripts.length,
    recordings: recordings.length,
    known: backup.transcripts.length - transcripts.length,
  };
}

/** Reads every file but the recordings once: what cannot be parsed must be known before the first write. */
async function check(backup: OpenBackup): Promise<void> {
  await Promise.all([backup.settings(), backup.dictionary()]);
  for (const { id } of backup.recordings) {
    if ((await backup.recording(id)).id !== id) throw badBackup(`its recording ${id} has another id inside`);
  }
  for (const id of backup.transcripts) {
    if ((await backup.transcript(id)).id !== id)
      throw badBackup(`its transcript ${id} has another id inside`);
    await backup.edits(id);
    for await (const _ of backup.versions(id));
  }
}

async function newOnes<Item>(
  items: readonly Item[],
  find: (item: Item) => Promise<unknown>,
): Promise<Item[]> {
  const found = await Promise.all(items.map(find));
  return items.filter((_, index) => found[index] === null);
}

async function restoreTranscript(backup: OpenBackup, id: string): Promise<void> {
  const [job, edits] = [await backup.transcript(id), await backup.edits(id)];
  const isRunning = job.status === 'processing';
  await restoreJob({
    ...job,
    key_id: APP_KEY_ID,
    ...(isRunning && { status: 'queued' as const, progress: 0, seconds_left: null }),
    claim: null,
    attempts: 0,
    furthest: 0,
    waiting: null,
  });
  if (edits) await saveEdit(id, edits, { revision: 0, document: null });
  for await (const { document, label, created_at } of backup.versions(id)) {
    await keepVersion(id, document, label, created_at);
  }
  if (isRunning || job.status === 'queued') announce({ type: 'job-queued', id });
}

/** Takes the settings that nobody has changed here. */
async function restoreSettings(backup: OpenBackup): Promise<void> {
  const theirs = await backup.settings();
  if (!theirs) return;
  const defaults = settings.parse({});
  await updateSettings((current) => {
    const untouched = (key: string) =>
      JSON.stringify(current[key as keyof Settings]) === JSON.stringify(defaults[key as keyof Settings]);
    return Object.fromEntries(Object.entries(theirs).filter(([key]) => untouched(key)));
  });
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

/** A stream as a source that is read once, from its beginning to its end. */
function sequentialSource(
  size: number,
  stream: ReadableStream<Uint8Array<ArrayBuffer>>,
  path: string,
): ByteSource {
  const reader = stream.getReader();
  const next = () =>
    reader.read().catch((cause) => {
      throw damaged(path, cause);
    });
  let kept: Uint8Array<ArrayBuffer> = new Uint8Array(0);
  let at = 0;
  return {
    size,
    async read(start, end) {
      if (start !== at) throw new Error('A file of a backup is read in order.');
      const parts = [kept];
      let length = kept.length;
      const wanted = Math.min(end, size) - start;
      while (length < wanted) {
        const { done, value } = await next();
        if (done) throw badBackup(`${JSON.stringify(path)} is shorter than the archive says`);
        parts.push(value);
        length += value.length;
      }
      const bytes = joinBytes(parts);
      kept = bytes.slice(wanted);
      at += wanted;
      // The checksum is known, and a surplus seen, only once the stream has ended.
      if (at === size && (kept.length > 0 || !(await next()).done)) {
        throw badBackup(`${JSON.stringify(path)} is longer than the archive says`);
      }
      return bytes.slice(0, wanted);
    },
  };
}
