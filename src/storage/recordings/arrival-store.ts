import { type ByteSource, inPieces } from '../../lib/bytes/byte-source.ts';
import { AppError } from '../../lib/errors/errors.ts';
import { msg } from '../../lib/errors/msg.ts';
import { newId } from '../../lib/ids.ts';
import { z } from '../../lib/zod.ts';
import { changeStores } from '../database/change-stores.ts';
import { database } from '../database/database.ts';
import { persistOnce } from '../database/quota.ts';
import { bytesOf, toStored } from '../database/stored-bytes.ts';

/** Sound that is no recording yet, recorded just now or shared by another app; its bytes are in `arrival-pieces`. */
export const arrivalRecord = z.object({
  id: z.uuid(),
  kind: z.enum(['recorded', 'shared']),
  filename: z.string(),
  type: z.string(),
  created_at: z.iso.datetime(),
  bytes: z.int().min(0),
  pieces: z.int().min(0),
  /** Seconds of sound; null if nobody counted them. */
  seconds: z.number().min(0).nullable(),
  /** The recording that was made of it, noted before its job is created. */
  audio_id: z.uuid().nullable(),
  /** The live session that it is the sound of: what a person made of its text is stored under this id. */
  live_id: z.uuid().optional(),
});

export type ArrivalRecord = z.infer<typeof arrivalRecord>;

/** One of which nothing is stored yet. */
export const newArrival = (
  kind: ArrivalRecord['kind'],
  { filename, type }: Pick<ArrivalRecord, 'filename' | 'type'>,
  created_at = new Date().toISOString(),
): ArrivalRecord => ({
  id: newId(),
  kind,
  filename,
  type,
  created_at,
  bytes: 0,
  pieces: 0,
  seconds: kind === 'recorded' ? 0 : null,
  audio_id: null,
});

const ARRIVALS = ['arrivals', 'arrival-pieces'] as const;

/** Held by the page that writes or submits an arrival. One that is free was left by a tab that is gone. */
export const arrivalLock = (id: string) => `earshot-arrival-${id}`;

const piecesOf = (id: string) => IDBKeyRange.bound([id], [id, []]);
/** Pieces read at a time: a recorder's hold a second each. */
const READ_AT_ONCE = 64;

/**
 * Adds pieces to an arrival, all or none, and returns its record; the first ones make it. They are on the disk when this resolves. Only the
 * holder of its lock may call it. Throws 507 if there is no room, 500 if the browser lost what was there.
 */
export async function appendToArrival(
  record: ArrivalRecord,
  pieces: readonly Uint8Array<ArrayBuffer>[],
  seconds: number | null,
): Promise<ArrivalRecord> {
  const bytes = pieces.reduce((sum, { length }) => sum + length, 0);
  const grown = arrivalRecord.parse({
    ...record,
    bytes: record.bytes + bytes,
    pieces: record.pieces + pieces.length,
    seconds,
  });
  const stored = pieces.map(toStored);
  await changeStores(
    [...ARRIVALS],
    async (transaction) => {
      const arrivals = transaction.objectStore('arrivals');
      if (record.pieces > 0 && (await arrivals.getKey(record.id)) === undefined) {
        throw new AppError('storage_failed', msg`The browser deleted what was recorded so far.`);
      }
      const into = transaction.objectStore('arrival-pieces');
      await Promise.all([
        arrivals.put(grown),
        ...stored.map((piece, index) => into.put(piece, [record.id, record.pieces + index])),
      ]);
    },
    bytes,
    'strict',
  );
  persistOnce();
  return grown;
}

export const isArrivalStored = async (id: string): Promise<boolean> =>
  (await (await database()).getKey('arrivals', id)) !== undefined;

/** Stores files, all or none: the records are written last, in one transaction. Throws 507 if there is no room. */
export const addArrivals = (files: readonly { record: ArrivalRecord; bytes: ByteSource }[]): Promise<void> =>
  addInPieces(files.map(({ record, bytes }) => ({ record, pieces: () => inPieces(bytes) })));

type Pieces = () => AsyncIterable<Uint8Array<ArrayBuffer>>;

async function addInPieces(files: readonly { record: ArrivalRecord; pieces: Pieces }[]): Promise<void> {
  try {
    const records: ArrivalRecord[] = [];
    for (const { record, pieces } of files)
      records.push(arrivalRecord.parse({ ...record, ...(await writePieces(record.id, pieces())) }));
    await changeStores(['arrivals'], (transaction) =>
      Promise.all(records.map((record) => transaction.objectStore('arrivals').put(record))),
    );
  } catch (error) {
    // If even that fails, the next host deletes them.
    await Promise.all(files.map(({ record }) => deleteArrival(record.id))).catch(console.warn);
    throw error;
  }
}

async function writePieces(
  id: string,
  given: AsyncIterable<Uint8Array<ArrayBuffer>>,
): Promise<Pick<ArrivalRecord, 'pieces' | 'bytes'>> {
  let [pieces, bytes] = [0, 0];
  for await (const piece of given) {
    const key: [string, number] = [id, pieces];
    const stored = toStored(piece);
    await changeStores(
      ['arrival-pieces'],
      (transaction) => transaction.objectStore('arrival-pieces').put(stored, key),
      piece.length,
    );
    pieces += 1;
    bytes += piece.length;
  }
  return { pieces, bytes };
}

/** All arrivals, oldest first. What another version stored otherwise is left out. */
export async function listArrivals(): Promise<ArrivalRecord[]> {
  const rows = await (await database()).getAll('arrivals');
  return rows
    .flatMap((row) => arrivalRecord.safeParse(row).data ?? [])
    .sort((a, b) => Date.parse(a.created_at) - Date.parse(b.created_at));
}

/** Those of which no job was made. */
export async function untakenArrivals(): Promise<ArrivalRecord[]> {
  const all = await listArrivals();
  const taken = await Promise.all(all.map(isTaken));
  return all.filter((_, index) => !taken[index]);
}

/** Stores an arrival of a backup, and holds its lock meanwhile. False, without writing, if it is here or a tab has it. */
export function restoreArrival(record: ArrivalRecord, pieces: Pieces): Promise<boolean> {
  return navigator.locks.request(arrivalLock(record.id), { ifAvailable: true }, async (lock) => {
    if (!lock || (await isArrivalStored(record.id))) return false;
    await addInPieces([{ record, pieces }]);
    return true;
  });
}

/** Those that wait for an answer, and those that a tab has: it writes or submits them. What a job was made of is neither. */
export async function listWaitingArrivals(): Promise<{ waiting: ArrivalRecord[]; held: ArrivalRecord[] }> {
  const [waiting, held]: [ArrivalRecord[], ArrivalRecord[]] = [[], []];
  for (const record of await untakenArrivals()) {
    ((await isFree(record.id)) ? waiting : held).push(record);
  }
  return { waiting, held };
}

/** Whether its job was created before its tab ended. */
async function isTaken({ audio_id }: ArrivalRecord): Promise<boolean> {
  return audio_id !== null && (await (await database()).countFromIndex('jobs', 'by-audio', audio_id)) > 0;
}

/** Shared, so that two tabs may ask at once. */
const isFree = (id: string): Promise<boolean> =>
  navigator.locks.request(
    arrivalLock(id),
    { mode: 'shared', ifAvailable: true },
    async (lock) => lock !== null,
  );

/** Its bytes, from storage into a Blob a few pieces at a time: browsers keep large Blobs on the disk. */
export async function readArrival({ id, pieces, type }: ArrivalRecord): Promise<Blob> {
  const db = await database();
  const parts: Blob[] = [];
  for (let from = 0; from < pieces; from += READ_AT_ONCE) {
    const range = IDBKeyRange.bound([id, from], [id, from + READ_AT_ONCE], false, true);
    const stored = await db.getAll('arrival-pieces', range);
    parts.push(new Blob(await Promise.all(stored.map(bytesOf))));
  }
  return new Blob(parts, { type });
}

/** Notes which recording was made of it. */
export async function noteArrivalAudio(id: string, audioId: string): Promise<void> {
  await changeStores(['arrivals'], async (transaction) => {
    const store = transaction.objectStore('arrivals');
    const { data } = arrivalRecord.safeParse(await store.get(id));
    if (data) await store.put({ ...data, audio_id: audioId });
  });
}

export async function deleteArrival(id: string): Promise<void> {
  await changeStores([...ARRIVALS], async (transaction) => {
    await Promise.all([
      transaction.objectStore('arrivals').delete(id),
      transaction.objectStore('arrival-pieces').delete(piecesOf(id)),
    ]);
  });
}

/**
 * Deletes what is answered for already: an arrival whose job was created before its tab ended, shared files of before this time that nobody
 * answered for, and pieces whose writer was stopped before the record. What was recorded remains until a person decides.
 */
export async function sweepArrivals(before: Date): Promise<void> {
  for (const record of await listArrivals()) {
    const isForgotten = record.kind === 'shared' && new Date(record.created_at) < before;
    if (isForgotten || (await isTaken(record))) await ifFree(record.id, () => deleteArrival(record.id));
  }
  for (const id of await idsOfPieces()) {
    await ifFree(id, () =>
      changeStores([...ARRIVALS], async (transaction) => {
        if ((await transaction.objectStore('arrivals').getKey(id)) !== undefined) return;
        await transaction.objectStore('arrival-pieces').delete(piecesOf(id));
      }),
    );
  }
}

const ifFree = (id: string, work: () => Promise<void>): Promise<void> =>
  navigator.locks.request(arrivalLock(id), { ifAvailable: true }, async (lock) => {
    if (lock) await work();
  });

/** Every id that has pieces, found from one key each. */
async function idsOfPieces(): Promise<string[]> {
  const ids: string[] = [];
  let cursor = await (await database()).transaction('arrival-pieces').store.openKeyCursor();
  while (cursor) {
    const [id] = cursor.key;
    ids.push(id);
    cursor = await cursor.continue([id, Number.POSITIVE_INFINITY]);
  }
  return ids;
}
