import { afterEach, expect, it, vi } from 'vitest';
import { type ChannelMessage, onChannelMessage } from '../../../src/contract/realms/channel.ts';
import { settleGrownInWorker, writeInWorker } from '../../../src/realms/second-place/page/spawn.ts';
import { paragraphKey } from '../../../src/storage/corrections/corrected-rows.ts';
import { getCorrected } from '../../../src/storage/corrections/corrected-store.ts';
import { saveCorrected } from '../../../src/storage/corrections/save-corrected.ts';
import { changeStores } from '../../../src/storage/database/change-stores.ts';
import { database } from '../../../src/storage/database/database.ts';
import { addJob, getJob, updateJob } from '../../../src/storage/jobs/job-store.ts';
import { LARGE_LOG_BYTES, logSize, readLog, removeLog } from '../../../src/storage/second-place/log-parts.ts';
import type { RowChange } from '../../../src/storage/second-place/protected-rows.ts';
import { putBack } from '../../../src/storage/second-place/put-back.ts';
import { readChanges } from '../../../src/storage/second-place/row-log.ts';
import { findUnsettled } from '../../../src/storage/second-place/settle-second-place.ts';
import { writeChanges } from '../../../src/storage/second-place/write-changes.ts';
import { documentOf, textsOf } from '../../fakes/corrected-document.ts';
import { job } from '../../fakes/empty-database.ts';
import { THOROUGH_TAG } from '../../runner/thorough.ts';
import { emptyPlace, filesInPlace, loseDatabase, place, useLostLibrary } from './lost-library.ts';

useLostLibrary();
afterEach(() => vi.restoreAllMocks());

const version = (subject: string, number: number, bytes = 20_000): RowChange => ({
  store: 'edit-versions',
  key: [subject, number],
  value: { job_id: subject, number, label: '', bytes: new Uint8Array(bytes).fill(number % 251) },
});

/** A page cannot append to files, like a service worker. */
const writeHere = (subject: string, ...rows: RowChange[]) =>
  writeChanges(rows.map((row) => ({ subject, row })));

async function numbersIn(subject: string): Promise<unknown[]> {
  const numbers: unknown[] = [];
  for (const part of await readLog(subject))
    for await (const change of readChanges(part)) if ('key' in change) numbers.push(Object(change.key)[1]);
  return numbers;
}

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index);

/** Bytes that were copied to write behind them. */
function countCopies(): () => number {
  let copied = 0;
  const { createWritable } = FileSystemFileHandle.prototype;
  vi.spyOn(FileSystemFileHandle.prototype, 'createWritable').mockImplementation(async function (
    this: FileSystemFileHandle,
    options,
  ) {
    if (options?.keepExistingData) copied += (await this.getFile()).size;
    return createWritable.call(this, options);
  });
  return () => copied;
}

it('a thread that cannot append copies a small part of a log, however long that is', {
  tags: THOROUGH_TAG,
}, async () => {
  const copied = countCopies();
  for (const number of upTo(12)) await writeHere('a', version('a', number));
  const first = copied();
  for (const number of upTo(24).slice(12)) await writeHere('a', version('a', number));
  expect(await numbersIn('a')).toEqual(upTo(24));
  expect(await logSize('a')).toBeGreaterThan(480_000);
  // As much for the second half as for the first one.
  expect(copied() - first).toBeLessThan(1.1 * first);
  expect(copied()).toBeLessThan(24 * 128 * 1024);
});

it('parts of a log that two threads write are read in their order', async () => {
  for (const number of upTo(12)) {
    if (number % 3 === 2) await writeInWorker([{ subject: 'a', row: version('a', number, 60_000) }]);
    else await writeHere('a', version('a', number, 60_000));
  }
  expect(await numbersIn('a')).toEqual(upTo(12));
});

it('a write that was ended before a part had its first byte is followed by the next', async () => {
  for (const number of upTo(3)) await writeHere('a', version('a', number, 100_000));
  const size = await logSize('a');
  const folder = await (await place()).getDirectoryHandle('a.parts');
  await folder.getFileHandle(String(size), { create: true });
  await writeHere('a', version('a', 3));
  await writeInWorker([{ subject: 'a', row: version('a', 4) }]);
  expect(await numbersIn('a')).toEqual(upTo(5));
});

it('a removal that is ended leaves the latest changes alone, and what is written next comes behind them', async () => {
  for (const number of upTo(6)) await writeHere('a', version('a', number, 100_000));
  const { removeEntry } = FileSystemDirectoryHandle.prototype;
  let left = 3;
  vi.spyOn(FileSystemDirectoryHandle.prototype, 'removeEntry').mockImplementation(async function (
    this: FileSystemDirectoryHandle,
    ...given
  ) {
    left -= 1;
    if (left < 0) throw new DOMException('Ended.', 'AbortError');
    return removeEntry.apply(this, given);
  });
  await expect(removeLog('a')).rejects.toThrow('Ended.');
  vi.restoreAllMocks();
  expect(await numbersIn('a')).toEqual([3, 4, 5]);
  expect((await findUnsettled(Date.now() + 1000)).gone).toEqual(['a']);
  await writeHere('a', version('a', 6));
  expect(await numbersIn('a')).toEqual([3, 4, 5, 6]);
  await removeLog('a');
  expect(await filesInPlace()).toEqual([]);
});

it('a log that grows in a realm that cannot settle it is settled by the page, and nothing of it gets lost', async () => {
  const id = (await addJob(job({ file: null })))?.id ?? '';
  await updateJob(id, () => ({ status: 'done', completed_at: '2026-01-01T00:00:01.000Z', progress: 1 }));
  await saveCorrected(id, documentOf({ text: 'As typed.', at: 1, speaker: 0 }), {
    revision: 0,
    document: null,
  });
  await writeInWorker([]);
  const messages: ChannelMessage[] = [];
  const control = new AbortController();
  onChannelMessage((message) => messages.push(message), control.signal);
  await writeHere(id, version(id, 1, 1_000));
  await settleGrownInWorker(id);
  expect(await filesInPlace()).toContain(`${id}.log`);
  for (const number of [2, 3]) await writeHere(id, version(id, number, LARGE_LOG_BYTES / 2));
  await expect.poll(() => messages).toContainEqual({ type: 'second-place-grown', id });
  control.abort();
  // As of a long import that is under way: no head names it yet.
  const key = paragraphKey(id, 'b1', 0);
  await changeStores(['edit-paragraphs'], (transaction) =>
    transaction.objectStore('edit-paragraphs').put(['written'], key),
  );
  await writeInWorker([]);
  await settleGrownInWorker(id);
  expect(await filesInPlace()).toEqual([`${id}.rows`]);
  await loseDatabase();
  await putBack(true);
  expect((await getJob(id))?.status).toBe('done');
  expect(await (await database()).get('edit-paragraphs', key)).toEqual(['written']);
  expect(textsOf((await getCorrected(id))?.document ?? documentOf())).toEqual(['As typed.']);
  await emptyPlace();
});
