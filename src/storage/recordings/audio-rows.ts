import { type ByteSource, PIECE_BYTES, pieceSource } from '../../lib/bytes/byte-source.ts';
import { AppError } from '../../lib/errors/errors.ts';
import { msg } from '../../lib/errors/msg.ts';
import { changeStores } from '../database/change-stores.ts';
import { database } from '../database/database.ts';
import type { AudioRecord } from '../database/records.ts';
import { bytesOf, toStored } from '../database/stored-bytes.ts';

/**
 * The stores of a recording: its record, its waveform, and its bytes in pieces. Up to version 4 the bytes were one Blob in
 * `audio-bytes`; a recording that still has its Blob is read from it, and its pieces do not count yet.
 */
export const AUDIO = ['audio', 'audio-bytes', 'audio-pieces', 'peaks'] as const;

export const piecesOfAudio = (id: string) => IDBKeyRange.bound([id], [id, []]);

const pieceCount = (bytes: number) => Math.ceil(bytes / PIECE_BYTES);

interface AudioAdders {
  objectStore(name: 'audio'): { put(record: AudioRecord): Promise<unknown> };
  objectStore(name: 'audio-pieces'): { count(range: IDBKeyRange): Promise<number> };
}

/** Adds the record of a recording, whose pieces are stored, within a transaction. Throws 500 if the browser lost some of them. */
export async function addAudioRow(transaction: AudioAdders, record: AudioRecord): Promise<void> {
  const stored = await transaction.objectStore('audio-pieces').count(piecesOfAudio(record.id));
  if (stored !== pieceCount(record.size)) {
    throw new AppError(
      'storage_failed',
      msg`The browser lost part of the recording while it was being stored.`,
    );
  }
  await transaction.objectStore('audio').put(record);
}

interface AudioWriters {
  objectStore(name: (typeof AUDIO)[number]): { delete(key: IDBKeyRange | string): Promise<unknown> };
}

/** Deletes a recording within a transaction that holds `AUDIO`. */
export async function deleteAudioRows(transaction: AudioWriters, id: string): Promise<void> {
  await Promise.all([
    transaction.objectStore('audio').delete(id),
    transaction.objectStore('audio-bytes').delete(id),
    transaction.objectStore('peaks').delete(id),
    transaction.objectStore('audio-pieces').delete(piecesOfAudio(id)),
  ]);
}

/** Writes a recording in pieces, each in a transaction; returns how many. All but the last must have `PIECE_BYTES`. */
export async function writePieces(
  id: string,
  pieces: AsyncIterable<Uint8Array<ArrayBuffer>>,
): Promise<number> {
  let written: Promise<unknown> = Promise.resolve();
  let index = 0;
  let size = 0;
  for await (const bytes of pieces) {
    await written;
    written = writePiece(id, index, bytes);
    // Its failure surfaces at the next piece.
    written.catch(() => undefined);
    index += 1;
    size += bytes.length;
  }
  await written;
  return size;
}

async function writePiece(id: string, index: number, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  const stored = toStored(bytes);
  await changeStores(
    ['audio-pieces'],
    (transaction) => transaction.objectStore('audio-pieces').put(stored, [id, index]),
    bytes.length,
  );
}

export async function deletePieces(id: string): Promise<void> {
  await changeStores(['audio-pieces'], (transaction) =>
    transaction.objectStore('audio-pieces').delete(piecesOfAudio(id)),
  );
}

/** A recording of `size` bytes, read from its pieces. Reading throws 404 once it has been deleted. */
export function storedPieces(id: string, size: number): ByteSource {
  return pieceSource(size, async (index) => {
    const db = await database();
    const piece = await db.get('audio-pieces', [id, index]);
    if (!piece) throw audioGone();
    return bytesOf(piece);
  });
}

export const audioGone = () => new AppError('not_found', msg`The audio of this job is no longer stored.`);
