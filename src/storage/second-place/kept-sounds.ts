import { inPieces } from '../../lib/bytes/byte-source.ts';
import { z } from '../../lib/zod.ts';
import { readStores } from '../database/database.ts';
import { estimateStorage } from '../database/quota.ts';
import { type AudioRecord, audioRecord } from '../database/records.ts';
import { getAudio, openAudioBytes } from '../recordings/audio-store.ts';
import {
  listPlace,
  makeFile,
  readPlaceFile,
  removeFiles,
  soundOf,
  streamInto,
  wholeOf,
  withFilesOf,
} from './place-files.ts';
import { readSubject } from './read-subject.ts';
import { encodeChange, readChanges } from './row-log.ts';

/** The owner of a larger file keeps it elsewhere, too, and copying it would keep the disk from other work. */
const MOST_BYTES = 500e6;
/** How often the size of a sound must be free for a copy of it. */
const ROOM_FOR = 2;
/** Share of the room that a browser allows which copies leave free. */
const LEFT_FREE = 0.1;
/** Jobs read at a time: who changes a job waits meanwhile. */
const READ_AT_ONCE = 50;

export interface SoundsToKeep {
  /** Recordings whose sound is to be copied. */
  missing: string[];
  /** Sounds that no job in the database waits for any more. */
  needless: string[];
}

const UNFINISHED = ['queued', 'processing', 'error'];

const waitingJob = z.object({
  audio_id: z.string(),
  file: z.object({ source: z.null() }).nullable(),
  builds_on: z.undefined().optional(),
});

const doneJob = z.object({ status: z.literal('done') });

/** By unfinished job, the recording that cannot be made again; null for others. */
const recordings = new Map<string, string | null>();

/** The recordings that unfinished jobs wait for, without those that are fetched from an address. Each job is read once. */
async function awaitedRecordings(): Promise<Set<string>> {
  const keys = await readStores((db) => {
    const jobs = db.transaction('jobs').store.index('by-status');
    return Promise.all(
      UNFINISHED.map((status) => jobs.getAllKeys(IDBKeyRange.bound([status], [status, []]))),
    );
  });
  const ids = new Set(keys.flat());
  for (const id of recordings.keys()) if (!ids.has(id)) recordings.delete(id);
  const unread = [...ids].filter((id) => !recordings.has(id));
  for (let from = 0; from < unread.length; from += READ_AT_ONCE) {
    const part = unread.slice(from, from + READ_AT_ONCE);
    const rows = await readStores((db) => {
      const { store } = db.transaction('jobs');
      return Promise.all(part.map((id) => store.get(id)));
    });
    for (const [index, id] of part.entries())
      recordings.set(id, waitingJob.safeParse(rows[index]).data?.audio_id ?? null);
  }
  return new Set([...recordings.values()].filter((id) => id !== null));
}

/** Compares the place's sounds with unfinished jobs whose recordings are not in it as arrivals. */
export async function findSounds(): Promise<SoundsToKeep> {
  const [place, needed] = [await listPlace(), await awaitedRecordings()];
  const kept = new Set([...place.whole, ...place.links.map(({ audioId }) => audioId)]);
  return {
    missing: [...needed].filter((id) => !kept.has(id)),
    needless: [...new Set([...place.sounds, ...place.whole])].filter((id) => !needed.has(id)),
  };
}

/** Copies the sounds of recordings that wait to be transcribed, and removes others, one realm at a time. */
export async function keepSounds(): Promise<void> {
  await withFilesOf('sounds', async () => {
    const { missing, needless } = await findSounds();
    for (const id of needless) if (!(await isNeededToPutBack(id))) await removeSound(id);
    for (const id of missing) {
      await keepSound(id).catch(async (error: unknown) => {
        console.info('The second place was not written:', error);
        await removeSound(id);
      });
    }
  });
}

/** Whether the second place has a job of this recording as unfinished: the log of a job is written after the database. */
async function isNeededToPutBack(audioId: string): Promise<boolean> {
  const ids = await readStores((db) => db.transaction('jobs').store.index('by-audio').getAllKeys(audioId));
  for (const id of ids) {
    const job = (await readSubject(id)).find(({ store }) => store === 'jobs');
    if (job && !doneJob.safeParse(job.value).success) return true;
  }
  return false;
}

async function keepSound(id: string): Promise<void> {
  const record = await getAudio(id);
  if (!record || record.size > MOST_BYTES || !(await hasRoom(record.size))) return;
  await streamInto(soundOf(id), soundRows(record));
  // It may have been deleted meanwhile.
  if (await getAudio(id)) await makeFile(wholeOf(id));
  else await removeSound(id);
}

async function hasRoom(bytes: number): Promise<boolean> {
  const { quota, usage } = await estimateStorage();
  if (quota === undefined || usage === undefined) return true;
  return quota - usage >= Math.max(bytes * ROOM_FOR, bytes + quota * LEFT_FREE);
}

/** The record, then the pieces. */
async function* soundRows(record: AudioRecord): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const { id } = record;
  yield encodeChange({ store: 'audio', key: id, value: record });
  for await (const value of inPieces(await openAudioBytes(id)))
    yield encodeChange({ store: 'audio', key: [id], value });
}

/** The end mark goes first. */
const removeSound = (id: string): Promise<void> => removeFiles(wholeOf(id), soundOf(id));

/** A recording of the second place, with its bytes in pieces as they were stored; null if it is not there. */
export async function readSound(
  id: string,
): Promise<{ record: AudioRecord; pieces: AsyncGenerator<Uint8Array<ArrayBuffer>> } | null> {
  const file = (await readPlaceFile(wholeOf(id))) && (await readPlaceFile(soundOf(id)));
  if (!file) return null;
  const changes = readChanges(file);
  const first = (await changes.next()).value;
  const { data: record } = audioRecord.safeParse(first && 'value' in first ? first.value : null);
  return record ? { record, pieces: piecesOf(changes) } : null;
}

async function* piecesOf(changes: ReturnType<typeof readChanges>): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  for await (const change of changes)
    if ('value' in change && change.value instanceof Uint8Array) yield new Uint8Array(change.value);
}
