import { afterEach, expect, test, vi } from 'vitest';
import { FolderWatcher } from '../../../src/client/library/folder-watcher.ts';
import {
  getWatchedFolder,
  listWatchedFiles,
  retryWatchedFiles,
  setWatchedFolder,
} from '../../../src/storage/library/watched-store.ts';
import { looksLikeRecording } from '../../../src/ui/compose/dropped-files.ts';
import { InPageService, makeDone, makeUtterances, makeWav } from '../ui/in-page-service.ts';

afterEach(() => vi.useRealTimers());

const { signal } = new AbortController();
const options = () => ({
  model: 'stt-1' as const,
  languages: [],
  codeSwitching: false,
  quality: 'fast' as const,
  speakers: null,
  addons: {},
});

async function write(folder: FileSystemDirectoryHandle, name: string, content: Blob): Promise<void> {
  const file = await folder.getFileHandle(name, { create: true });
  await content.stream().pipeTo(await file.createWritable());
}

const textOf = async (folder: FileSystemDirectoryHandle, name: string) =>
  (await (await folder.getFileHandle(name)).getFile()).text();

async function namesIn(folder: FileSystemDirectoryHandle): Promise<string[]> {
  const names: string[] = [];
  for await (const name of folder.keys()) names.push(name);
  return names.sort();
}

async function newFolder(): Promise<FileSystemDirectoryHandle> {
  const root = await navigator.storage.getDirectory();
  return root.getDirectoryHandle(crypto.randomUUID(), { create: true });
}

/** A new folder that is watched, the service, and what makes one look after the other. */
async function watchedFolder() {
  const handle = await newFolder();
  const folder = { handle, format: 'txt' as const, fileName: '{{name}}.{{extension}}' };
  await setWatchedFolder(folder);
  const service = new InPageService();
  const newWatcher = () =>
    new FolderWatcher({ api: service.client, options, isRecording: looksLikeRecording });
  return { handle, folder, service, newWatcher };
}

const uploadsTo = ({ requests }: InPageService) =>
  requests.filter((request) => request === 'POST /v2/upload').length;

test('new recordings of a folder are queued once, when they have stopped growing, and results written beside them', async () => {
  const handle = await newFolder();
  const below = await handle.getDirectoryHandle('May', { create: true });
  const folder = { handle, format: 'txt' as const, fileName: '{{name}} {{date}}.{{extension}}' };
  const service = new InPageService();
  const watcher = () => new FolderWatcher({ api: service.client, options, isRecording: looksLikeRecording });
  const uploads = () => uploadsTo(service);

  await write(handle, 'old.wav', makeWav(1));
  const first = watcher();
  await setWatchedFolder(folder, await first.present(handle));
  await write(handle, 'notes.txt', new Blob(['not a recording']));
  await write(below, 'talk.wav', makeWav(1));
  expect(await first.look(folder, signal)).toEqual({ queued: 0, written: 0, faults: [] });
  // It grew: it is waited for.
  await write(below, 'talk.wav', makeWav(2));
  expect((await first.look(folder, signal)).queued).toBe(0);
  expect((await first.look(folder, signal)).queued).toBe(1);
  expect(uploads()).toBe(1);
  // Neither the same watcher nor the next page's queues it again, nor what was there before.
  const next = watcher();
  for (const one of [first, next, next]) expect((await one.look(folder, signal)).queued).toBe(0);
  expect(service.bodies).toMatchObject([
    { custom_metadata: { earshot_watched: expect.stringContaining('May/talk.wav#') } },
  ]);

  const [job] = service.jobs;
  const created = '2026-05-01T10:00:00.000Z';
  const done = makeDone(makeUtterances(10), 'talk.wav');
  service.jobs = service.jobs.map((one) => ({ ...done, id: one.id, created_at: created }));
  await write(below, 'talk 2026-05-01.txt', new Blob(['mine']));
  expect(await next.look(folder, signal)).toEqual({ queued: 0, written: 1, faults: [] });
  expect(await namesIn(below)).toEqual(['talk 2026-05-01 (2).txt', 'talk 2026-05-01.txt', 'talk.wav']);
  expect(await textOf(below, 'talk 2026-05-01.txt')).toBe('mine');
  expect(await textOf(below, 'talk 2026-05-01 (2).txt')).toContain(job?.id);
  expect((await next.look(folder, signal)).written).toBe(0);
});

test('a recording that is refused is named with the reason, and does not keep the others', async () => {
  const { handle, folder, service, newWatcher } = await watchedFolder();
  const watcher = newWatcher();
  await write(handle, 'broken.wav', makeWav(1));
  service.refuseUpload = { status: 415, message: 'This is no recording.' };
  await watcher.look(folder, signal);
  expect((await watcher.look(folder, signal)).faults).toEqual(['broken.wav: This is no recording.']);
  service.refuseUpload = null;
  await write(handle, 'good.wav', makeWav(1));
  await watcher.look(folder, signal);
  expect(await watcher.look(folder, signal)).toMatchObject({
    queued: 1,
    faults: [expect.stringContaining('broken.wav')],
  });
});

/** Looks as often as the page does, every two seconds, for this many seconds. */
async function lookFor(
  seconds: number,
  watcher: FolderWatcher,
  folder: Parameters<FolderWatcher['look']>[0],
) {
  const looks: Awaited<ReturnType<FolderWatcher['look']>>[] = [];
  for (let passed = 0; passed < seconds; passed += 2) {
    looks.push(await watcher.look(folder, signal));
    vi.setSystemTime(Date.now() + 2000);
  }
  return looks;
}

test('a file that cannot be read is tried a few times, and again when it changes', async () => {
  const { handle, folder, service, newWatcher: watcher } = await watchedFolder();
  const uploads = () => uploadsTo(service);
  await write(handle, 'broken.wav', makeWav(1));
  service.refuseUpload = { status: 415, message: 'This is no recording.' };
  vi.useFakeTimers({ toFake: ['Date'] });
  const looks = await lookFor(600, watcher(), folder);
  expect(uploads()).toBe(3);
  const told = 'broken.wav: This is no recording. It is tried again when the file changes.';
  expect(looks.at(-1)?.faults).toEqual([told]);
  // Neither does the next page try it for ever.
  expect((await lookFor(60, watcher(), folder)).at(-1)?.faults).toEqual([told]);
  expect(uploads()).toBe(3);
  service.refuseUpload = null;
  await write(handle, 'broken.wav', makeWav(2));
  expect((await lookFor(6, watcher(), folder)).at(-1)?.faults).toEqual([]);
  expect(service.jobs).toHaveLength(1);
});

test('a full disk is no fault of the file: it has its turn for hours, ever more rarely, or when a person says so', async () => {
  const { handle, folder, service, newWatcher } = await watchedFolder();
  const watcher = newWatcher();
  const uploads = () => uploadsTo(service);
  await write(handle, 'talk.wav', makeWav(1));
  service.refuseUpload = { status: 507, message: 'Not enough storage.' };
  vi.useFakeTimers({ toFake: ['Date'] });
  await lookFor(600, watcher, folder);
  expect(uploads()).toBe(5);
  service.refuseUpload = null;
  expect((await watcher.look(folder, signal)).queued).toBe(0);
  await retryWatchedFiles();
  expect(await watcher.look(folder, signal)).toEqual({ queued: 1, written: 0, faults: [] });
});

test('a file that waits for its turn has it although the clock is put back by a day', async () => {
  const { handle, folder, service, newWatcher } = await watchedFolder();
  const watcher = newWatcher();
  await write(handle, 'talk.wav', makeWav(1));
  service.refuseUpload = { status: 507, message: 'Not enough storage.' };
  await watcher.look(folder, signal);
  await watcher.look(folder, signal);
  expect(uploadsTo(service)).toBe(1);
  service.refuseUpload = null;
  expect((await watcher.look(folder, signal)).queued).toBe(0);
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.setSystemTime(Date.now() - 24 * 3_600_000);
  expect((await watcher.look(folder, signal)).queued).toBe(1);
});

test('a result that cannot be written is tried ever more rarely, too', async () => {
  const { handle, folder, service, newWatcher } = await watchedFolder();
  const watcher = newWatcher();
  await write(handle, 'talk.wav', makeWav(1));
  await watcher.look(folder, signal);
  await watcher.look(folder, signal);
  const [job] = service.jobs;
  service.jobs = [{ ...makeDone(makeUtterances(10), 'talk.wav'), id: job?.id ?? '' }];
  vi.spyOn(service.client, 'getTranscriptFile').mockRejectedValue(new Error('The disk is gone.'));
  vi.useFakeTimers({ toFake: ['Date'] });
  const looks = await lookFor(600, watcher, folder);
  expect(looks.at(-1)?.faults).toEqual(['talk.wav: The disk is gone.']);
  expect(vi.mocked(service.client.getTranscriptFile).mock.calls.length).toBe(5);
});

test('a folder whose listing did not end is not watched, and nothing of it is queued', async () => {
  const handle = await newFolder();
  for (let number = 0; number < 30; number++) await write(handle, `${number}.wav`, makeWav(1));
  await setWatchedFolder(null);
  const service = new InPageService();
  const watcher = new FolderWatcher({ api: service.client, options, isRecording: looksLikeRecording });
  const closed = new Error('The page is closed.');
  let listed = 0;
  const { getFile } = FileSystemFileHandle.prototype;
  const closing = vi.spyOn(handle, 'values').mockImplementation(async function* () {
    for await (const one of handle.entries()) {
      if (++listed > 15) throw closed;
      yield one[1];
    }
    return undefined;
  });
  await expect(watcher.present(handle)).rejects.toBe(closed);
  closing.mockRestore();
  expect(await getWatchedFolder()).toBeNull();
  expect((await listWatchedFiles()).size).toBe(0);
  // One file that cannot be read just then does not end the listing, and is not queued later either.
  const unreadable = vi.spyOn(FileSystemFileHandle.prototype, 'getFile').mockImplementation(function (
    this: FileSystemFileHandle,
  ) {
    if (this.name === '7.wav') throw new DOMException('It is locked.', 'NotReadableError');
    return getFile.call(this);
  });
  const known = await watcher.present(handle);
  unreadable.mockRestore();
  expect(known).toHaveLength(30);
  const folder = { handle, format: 'txt' as const, fileName: '{{name}}.{{extension}}' };
  await setWatchedFolder(folder, known);
  for (let look = 0; look < 3; look++) expect((await watcher.look(folder, signal)).queued).toBe(0);
  expect(service.requests).toEqual([]);
});

test('jobs are asked for once, and again when the channel tells their end', async () => {
  const { handle, folder, service, newWatcher } = await watchedFolder();
  const watcher = newWatcher();
  const closed = new AbortController();
  watcher.follow(closed.signal);
  await write(handle, 'long.wav', makeWav(1));
  for (let look = 0; look < 6; look++) await watcher.look(folder, signal);
  const [job] = service.jobs;
  const id = job?.id ?? '';
  const asked = () => service.requests.filter((request) => request === `GET /v2/pre-recorded/${id}`).length;
  expect(asked()).toBe(1);
  service.change(id, { ...makeDone(makeUtterances(10), 'long.wav'), id });
  await expect.poll(async () => (await watcher.look(folder, signal)).written).toBe(1);
  expect(asked()).toBe(2);
  closed.abort();
});
