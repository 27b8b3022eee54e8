import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { blobSource, PIECE_BYTES } from '../../../src/lib/bytes/byte-source.ts';
import {
  closeDatabase,
  DATABASE_NAME,
  DATABASE_VERSION,
  database,
} from '../../../src/storage/database/database.ts';
import { addAudio, getAudio, openAudioBytes } from '../../../src/storage/recordings/audio-store.ts';
import { moveOldBytes } from '../../../src/storage/recordings/move-old-bytes.ts';
import { restoreDump } from '../../fakes/restore-dump.ts';
import version4 from '../../fixtures/storage/database-4.json';

const AUDIO = '44444444-4444-4444-8444-444444444444';
const signal = new AbortController().signal;

async function deleteDatabase(): Promise<void> {
  await closeDatabase();
  await new Promise((resolve, reject) => {
    const deleting = indexedDB.deleteDatabase(DATABASE_NAME);
    deleting.onsuccess = resolve;
    deleting.onerror = reject;
  });
}

async function sha256(bytes: BufferSource): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

async function readAll(id: string): Promise<Uint8Array<ArrayBuffer>> {
  const source = await openAudioBytes(id);
  return source.read(0, source.size);
}

const randomBytes = (length: number) => {
  const bytes = new Uint8Array(length);
  for (let at = 0; at < length; at += 65_536) crypto.getRandomValues(bytes.subarray(at, at + 65_536));
  return bytes;
};

beforeEach(deleteDatabase);
afterEach(deleteDatabase);

describe('recordings in this browser', () => {
  it('that version 4 stored as Blobs are read, and moved into pieces', async () => {
    await restoreDump(version4);
    const db = await database();
    expect(db.version).toBe(DATABASE_VERSION);
    expect(await db.get('audio-bytes', AUDIO)).toBeInstanceOf(Blob);
    const text = async () => new TextDecoder().decode(await readAll(AUDIO));
    expect(await text()).toBe('0123456789');
    await moveOldBytes(signal);
    expect([await db.count('audio-bytes'), await db.count('audio-pieces')]).toEqual([0, 1]);
    expect(await text()).toBe('0123456789');
  });

  it('keep every byte when many pieces are moved, for those too who read meanwhile', async () => {
    await restoreDump(version4);
    const bytes = randomBytes(5 * PIECE_BYTES + 321);
    const db = await database();
    const record = await getAudio(AUDIO);
    if (!record) throw new Error('The fixture has no recording.');
    await db.put('audio', { ...record, size: bytes.length });
    await db.put('audio-bytes', new Blob([bytes]), AUDIO);
    const before = await openAudioBytes(AUDIO);
    const moving = moveOldBytes(signal);
    const [meanwhile] = await Promise.all([readAll(AUDIO), moving]);
    expect([await db.count('audio-bytes'), await db.count('audio-pieces')]).toEqual([0, 6]);
    const expected = await sha256(bytes);
    expect(await sha256(meanwhile)).toBe(expected);
    expect(await sha256(await before.read(0, before.size))).toBe(expected);
    expect(await sha256(await readAll(AUDIO))).toBe(expected);
  });

  it('are stored as they came, in pieces that are no Blobs', async () => {
    await restoreDump(version4);
    const record = await getAudio(AUDIO);
    if (!record) throw new Error('The fixture has no recording.');
    const bytes = randomBytes(2 * PIECE_BYTES + 1);
    const id = crypto.randomUUID();
    await addAudio({ ...record, id, size: bytes.length }, blobSource(new Blob([bytes])));
    const db = await database();
    const pieces = await db.getAll('audio-pieces', IDBKeyRange.bound([id], [id, []]));
    expect(pieces.every((piece) => piece instanceof ArrayBuffer)).toBe(true);
    expect(await sha256(await readAll(id))).toBe(await sha256(bytes));
  });
});
