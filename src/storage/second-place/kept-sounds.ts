import { inPieces } from '../../lib/bytes/byte-source.ts';
import { z } from '../../lib/zod.ts';
import { readStores } from '../database/database.ts';
import { freeBytes } from '../database/quota.ts';
import { type AudioRecord, audioRecord } from '../database/records.ts';
import { getAudio, openAudioBytes } from '../recordings/audio-store.ts';
import {
  appendTo,
  listPlace,
  readPlaceFile,
  removeFiles,
  soundOf,
  streamInto,
  wholeOf,
  withFilesOf,
} from './place-files.ts';
import { encodeChange, readChanges } from './row-log.ts';

/** Whoever has a larger file keeps it elsewhere, too, and copying it would keep the disk from other work. */
const MOST_BYTES = 500e6;
/** As much again must be left when a sound was copied. */
const ROOM_FOR = 2;

export interface SoundsToKeep {
  /** Recordings whose sound is to be copied, the oldest job's first. */
  missing: string[];
  /** Sounds that no job waits for any more. */
  needless: string[];
}

const unfinished = z.object({
  created_at: z.string(),
  audio_id: z.string(),
  builds_on: z.undefined().optional(),
});

/**
 * Compares the sounds of the second place with the jobs that are not done: their recordings cannot be made again, unless they were recorded here
 * and are in the place as arrivals.
 */
export async function findSounds(): Promise<SoundsToKeep> {
  const place = await listPlace();
  const rows = await readStores((db) => {
    const jobs = db.transaction('jobs').store.index('by-status');
    const of = (status: string) => jobs.getAll(IDBKeyRange.bound([status], [status, []]));
    return Promise.all([of('queued'), of('processing'), of('error')]);
  });
  const waiting = rows
    .flat()
    .flatMap((row) => unfinished.safeParse(row).data ?? [])
    .sort((a, b) => (a.created_at < b.created_at ? -1 : 1));
  const needed = new Set(waiting.map(({ audio_id }) => audio_id));
  const kept = new Set([...place.whole, ...place.links.map(({ audioId }) => audioId)]);
  const missing = [...needed].filter((id) => !kept.has(id));
  const records = await Promise.all(missing.map((id) => getAudio(id)));
  return {
    missing: records.flatMap((record) => (record && record.size <= MOST_BYTES ? [record.id] : [])),
    needless: [...new Set([...place.sounds, ...place.whole])].filter((id) => !needed.has(id)),
  };
}

/** Copies sounds and removes others, one realm at a time. */
export async function keepSounds({ missing, needless }: SoundsToKeep): Promise<void> {
  await withFilesOf('sounds', async () => {
    for (const id of needless) await removeSound(id);
    for (const id of missing) {
      await keepSound(id).catch(async (error: unknown) => {
        console.info('The second place was not written:', error);
        await removeSound(id);
      });
    }
  });
}

async function keepSound(id: string): Promise<void> {
  const record = await getAudio(id);
  if (!record) return;
  const free = await freeBytes();
  if (free !== null && free < record.size * ROOM_FOR) return;
  await streamInto(soundOf(id), soundRows(record));
  // It may have been deleted meanwhile.
  if (await getAudio(id)) await appendTo(wholeOf(id), new Uint8Array(0));
  else await removeSound(id);
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
