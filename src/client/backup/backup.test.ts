import 'fake-indexeddb/auto';
import { gzipSync } from 'node:zlib';
import {
  BlobWriter,
  configure,
  TextReader,
  Uint8ArrayReader,
  ZipWriter,
} from '@zip.js/zip.js/lib/zip-core.js';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { documentOf } from '../../../tests/fakes/corrected-document.ts';
import { audio, emptyDatabase, job, room } from '../../../tests/fakes/empty-database.ts';
import { blobSource, PIECE_BYTES } from '../../lib/bytes/byte-source.ts';
import { getCorrected, getVersion, listVersions } from '../../storage/corrections/corrected-store.ts';
import { changeDictionary, getDictionary } from '../../storage/corrections/dictionary-store.ts';
import { keepVersion, saveCorrected } from '../../storage/corrections/save-corrected.ts';
import { database } from '../../storage/database/database.ts';
import { addJob, deleteJob, getJob, updateJob } from '../../storage/jobs/job-store.ts';
import { changeEntries } from '../../storage/library/library-rows.ts';
import { addAudio, getAudio, openAudioBytes } from '../../storage/recordings/audio-store.ts';
import { getSettings, updateSettings } from '../../storage/settings/settings-store.ts';
import { audioPath, isBackupPath } from './backup-format.ts';
import type { BackupQuestion } from './backup-questions.ts';
import { restoreBackup } from './restore-backup.ts';
import { writeBackup } from './write-backup.ts';

const HOSTILE = '../../..\\evil<script>:“名前”\u202e\u0000.mp3';

/** More than one piece, and no multiple of one. */
const BYTES = Uint8Array.from({ length: PIECE_BYTES + 12_345 }, (_, index) => (index * 31) % 256);

beforeEach(emptyDatabase);
beforeEach(() => void vi.spyOn(console, 'warn').mockReturnValue());
afterEach(() => vi.restoreAllMocks());

async function storeJob(filename = HOSTILE): Promise<string> {
  const record = audio({ filename, size: BYTES.length });
  await addAudio(record, blobSource(new Blob([BYTES])));
  const { id } = job({ audio_id: record.id });
  await addJob(job({ id, audio_id: record.id, custom_metadata: { order: 7 } }));
  await updateJob(id, () => ({ status: 'done', progress: 1, completed_at: new Date().toISOString() }));
  await saveCorrected(id, documentOf({ text: 'hello there', at: 1, speaker: 0 }), {
    revision: 0,
    document: null,
  });
  return id;
}

const backup = async (jobIds?: string[]): Promise<Blob> =>
  new Response(await writeBackup(jobIds ? { jobIds } : {})).blob();

/** Somebody who takes everything. */
const all = async (questions: readonly BackupQuestion[]) => new Set(questions.map(({ about }) => about));

const NOTHING = { transcripts: 0, recordings: 0, arrivals: 0, completed: 0, known: 0 };

async function zipOf(files: Record<string, string>, options = {}): Promise<ZipWriter<Blob>> {
  configure({ useWebWorkers: false });
  const writer = new ZipWriter(new BlobWriter(), options);
  for (const [name, content] of Object.entries(files)) await writer.add(name, new TextReader(content));
  return writer;
}

/** An archive of these texts. */
const archive = async (files: Record<string, string>, options = {}): Promise<Blob> =>
  (await zipOf(files, options)).close();

/** An archive with a file that is 1,000 bytes, packed, and so many when it is unpacked. */
async function packed(path: string, uncompressedSize: number, texts = {}): Promise<Blob> {
  const writer = await zipOf(texts);
  const bytes = new Uint8ArrayReader(new Uint8Array(1000));
  await writer.add(path, bytes, {
    passThrough: true,
    compressionMethod: 8,
    uncompressedSize,
    signature: 1,
  });
  return writer.close();
}

const manifest = (changes = {}) =>
  JSON.stringify({
    format: 'earshot-backup',
    version: 1,
    created_at: '2026-01-01T00:00:00.000Z',
    note: '',
    recordings: [],
    transcripts: [],
    ...changes,
  });

describe('a backup', () => {
  it('brings back recordings byte for byte, jobs, corrections and settings', async () => {
    const id = await storeJob();
    const pool = {
      address: 'wss://broker.example',
      pool: 'team',
      credentials: 'SUhush',
      phrase: 'hush, the herons sleep',
      name: 'Laptop',
      member_id: crypto.randomUUID(),
      serves: true,
    };
    await updateSettings(() => ({ model_host: 'https://mirror.example', callback_secret: 'hush', pool }));
    await changeDictionary(() => [{ term: 'Earshot', variants: ['ear shot'] }]);
    await changeEntries([id], { name: 'Talk', addTags: ['work'], folder: 'One' });
    const kept = documentOf({ text: 'an older state', at: 1 });
    await keepVersion(id, kept, 'Kept by hand', '2026-01-02T03:04:05.000Z');
    await keepVersion(id, kept, 'Again');
    const before = { job: await getJob(id), edit: await getCorrected(id) };
    const file = await backup();
    const written = await file.text();
    expect(written).toContain('mirror.example');
    expect(written).not.toContain('hush');
    await emptyDatabase();
    const steps: number[] = [];
    expect(await restoreBackup(file, { onProgress: (done) => steps.push(done), ask: all })).toEqual({
      ...NOTHING,
      transcripts: 1,
      recordings: 1,
    });
    expect(steps).toEqual([0, 1]);
    expect(await getJob(id)).toEqual({ ...before.job, key_id: 'app' });
    expect((await getCorrected(id))?.document).toEqual(before.edit?.document);
    const stored = await openAudioBytes(before.job?.audio_id ?? '');
    expect(stored.size).toBe(BYTES.length);
    expect(Buffer.compare(await stored.read(0, stored.size), BYTES)).toBe(0);
    expect((await getAudio(before.job?.audio_id ?? ''))?.filename).toBe(HOSTILE);
    expect(await getSettings()).toMatchObject({ model_host: 'https://mirror.example', pool: null });
    expect(await getDictionary()).toEqual([{ term: 'Earshot', variants: ['ear shot'] }]);
    expect((await getJob(id))?.library).toEqual({ name: 'Talk', tags: ['work'], folder: 'One' });
    expect(await listVersions(id)).toMatchObject([
      { label: 'Again' },
      { label: 'Kept by hand', created_at: '2026-01-02T03:04:05.000Z' },
    ]);
    expect(await getVersion(id, 1)).toEqual(kept);
  });

  it('overwrites nothing: neither what is here under the same id, nor changed settings', async () => {
    const [kept, gone] = [await storeJob(), await storeJob('second.wav')];
    await updateSettings(() => ({ model_host: 'https://old.example', system_notifications: true }));
    const file = await backup();
    await deleteJob(gone);
    await updateJob(kept, () => ({ custom_metadata: { order: 8 } }));
    await updateSettings(() => ({ model_host: 'https://new.example', system_notifications: false }));
    expect(await restoreBackup(file)).toEqual({ ...NOTHING, transcripts: 1, recordings: 1, known: 1 });
    expect((await getJob(kept))?.custom_metadata).toEqual({ order: 8 });
    expect((await getJob(gone))?.custom_metadata).toEqual({ order: 7 });
    expect(await getSettings()).toMatchObject({
      model_host: 'https://new.example',
      system_notifications: true,
    });
    expect(await restoreBackup(file)).toEqual({ ...NOTHING, known: 2 });
  });

  it('holds only the jobs asked for, with their recordings, and no settings', async () => {
    const [wanted] = [await storeJob('one.wav'), await storeJob('two.wav')];
    await updateSettings(() => ({ model_host: 'https://mirror.example' }));
    const file = await backup([wanted]);
    await emptyDatabase();
    expect(await restoreBackup(file)).toMatchObject({ transcripts: 1, recordings: 1 });
    expect((await getSettings()).model_host).toBe('hub');
  });

  it('leaves out what cannot be read, and says so', async () => {
    const [damaged, whole] = [await storeJob('one.wav'), await storeJob('two.wav')];
    const db = await database();
    await db.put('edit-paragraphs', { start: Number.NaN }, [damaged, 'p9']);
    await keepVersion(damaged, documentOf({ text: 'an older state', at: 1 }), 'Kept');
    let unreadable = 0;
    const stream = await writeBackup({
      onUnreadable: () => {
        unreadable += 1;
      },
    });
    const file = await new Response(stream).blob();
    expect(unreadable).toBe(1);
    await emptyDatabase();
    expect(await restoreBackup(file)).toMatchObject({ transcripts: 2 });
    expect(await getCorrected(damaged)).toBeNull();
    expect(await listVersions(damaged)).toMatchObject([{ label: 'Kept' }]);
    expect(await getCorrected(whole)).not.toBeNull();
  });

  it('lets what was running wait to run again', async () => {
    const id = await storeJob();
    await updateJob(id, () => ({ status: 'processing', claim: 'x', progress: 0.5 }));
    const file = await backup();
    await emptyDatabase();
    await restoreBackup(file);
    expect(await getJob(id)).toMatchObject({ status: 'queued', claim: null, progress: 0 });
  });
});

describe('a file that is no backup', () => {
  const ID = '0b9e9c1e-0000-4000-8000-000000000000';
  const cases: [string, () => Blob | Promise<Blob>, RegExp][] = [
    ['text', () => new File(['hello'], 'notes.txt'), /"notes.txt" is not a zip archive/],
    ['nothing', () => new File([], 'empty.zip'), /"empty.zip" is empty/],
    ['another kind of archive', () => new Blob(['7z\xbc\xaf'.padEnd(99)]), /is not a zip archive/],
    ['a gzip archive', () => new Blob([gzipSync('x'.repeat(99))]), /is a gzip archive, not a zip archive/],
    ['a part of a split archive', () => new Blob([`PK\x07\x08${' '.repeat(99)}`]), /one part of a split/],
    [
      'an encrypted archive',
      () => archive({ 'backup.json': manifest() }, { password: 'x' }),
      /"backup\.json" is encrypted/,
    ],
    ['another archive', () => archive({ 'photo.png': 'x' }), /"photo.png", which is no part of a backup/],
    [
      'a path that climbs',
      () => archive({ 'backup.json': manifest(), '../../evil.js': 'x' }),
      /a path that leads out of its folder/,
    ],
    ['no manifest', () => archive({ 'settings.json': '{}' }), /lacks backup.json/],
    [
      'a newer version',
      () => archive({ 'backup.json': manifest({ version: 5 }) }),
      /newer version of Earshot/,
    ],
    [
      'JSON that ends early',
      () =>
        archive({ 'backup.json': manifest({ transcripts: [ID] }), [`transcripts/${ID}.json`]: '{"id": "' }),
      /transcripts\/0b9e.*, line 1: it is not JSON/,
    ],
    [
      'a transcript of another shape',
      () =>
        archive({
          'backup.json': manifest({ transcripts: [ID] }),
          [`transcripts/${ID}.json`]: `{"id":"${ID}"}`,
        }),
      /transcripts\/0b9e.*: version: /,
    ],
    ['a bomb', () => packed('backup.json', 300e6), /says that it is 300 MB long/],
  ];

  it.each(cases)('is refused with its reason, and changes nothing: %s', async (_, file, reason) => {
    const error = await restoreBackup(await file()).then(
      () => null,
      (one) => one,
    );
    expect(error).toMatchObject({ status: 400 });
    expect(error.message).toMatch(reason);
    expect(error.message).toMatch(/Nothing was changed\.$/);
  });

  it('with a recording of 10 GB that is a few bytes, packed, is refused before anything is written', async () => {
    const path = `recordings/${ID}/bomb.wav`;
    const { key_id: _, ...record } = audio({ id: ID, filename: 'bomb.wav' });
    const texts = {
      'backup.json': manifest({ recordings: [{ id: ID, file: path }] }),
      [`recordings/${ID}/record.json`]: JSON.stringify(record),
    };
    Object.assign(room, { quota: 100e9 });
    await expect(restoreBackup(await packed(path, 10e9, texts))).rejects.toThrow(
      /bomb\.wav" is 1000 bytes, but says that it is 10000 MB.*Nothing was changed/,
    );
    expect(await getAudio(ID)).toBeNull();
  });

  it('with one wrong byte in a recording leaves nothing behind', async () => {
    const [first, second] = [await storeJob('first.wav'), await storeJob('second.wav')];
    const bytes = new Uint8Array(await (await backup()).arrayBuffer());
    const middle = Math.floor(bytes.length * 0.75);
    bytes[middle] = (bytes[middle] ?? 0) ^ 1;
    await emptyDatabase();
    await expect(restoreBackup(new Blob([bytes]))).rejects.toMatchObject({ status: 400 });
    expect([await getJob(first), await getJob(second)]).toEqual([null, null]);
    await expect(restoreBackup(new Blob([bytes.slice(0, -30)]))).rejects.toThrow(
      /is a zip archive without its end: it was cut off/,
    );
  });

  it('is not begun without room for it', async () => {
    await storeJob();
    const file = await backup();
    await emptyDatabase();
    Object.assign(room, { quota: 1000 });
    await expect(restoreBackup(file)).rejects.toMatchObject({ status: 507 });
  });
});

describe('names in a backup', () => {
  it('are those that every file system takes', () => {
    expect(audioPath('id', HOSTILE)).toBe('recordings/id/evil_script__“名前”.mp3');
    expect(audioPath('id', '')).toBe('recordings/id/recording');
    expect(audioPath('id', 'record.json')).toBe('recordings/id/recording.json');
    expect(audioPath('id', `${'x'.repeat(300)}.flac`)).toHaveLength('recordings/id/'.length + 205);
    expect(audioPath('id', 'con.wav')).toBe('recordings/id/_con.wav');
  });

  it.each([
    '../backup.json',
    '/backup.json',
    'transcripts/x.json',
    'recordings/0b9e9c1e-0000-4000-8000-000000000000/..',
    'a',
  ])('are of no other form: %s', (path) => expect(isBackupPath(path)).toBe(false));
});
