import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { documentOf } from '../../../tests/fakes/corrected-document.ts';
import { emptyDatabase, job } from '../../../tests/fakes/empty-database.ts';
import { stubLocalStorage } from '../../../tests/fakes/local-storage.ts';
import { saveCorrected } from '../../storage/corrections/save-corrected.ts';
import { addJob } from '../../storage/jobs/job-store.ts';
import { declineBackup, isBackupDue, noteBackup } from './backup-offer.ts';

const DAY_MS = 24 * 3_600_000;

beforeEach(async () => {
  await emptyDatabase();
  stubLocalStorage();
  vi.useFakeTimers({ toFake: ['Date'] });
});
afterEach(() => void vi.useRealTimers());

it('is due from five recordings, an hour of sound or ten minutes of corrections on', async () => {
  expect(await isBackupDue([])).toBe(false);
  expect(await isBackupDue([60, 60, null, 60])).toBe(false);
  expect(await isBackupDue([60, 60, null, 60, 60])).toBe(true);
  expect(await isBackupDue([3599])).toBe(false);
  expect(await isBackupDue([1800, 1800])).toBe(true);
  const record = job();
  await addJob(record);
  const document = documentOf({ text: 'Hello.', at: 1, speaker: 0 });
  for (let revision = 0; revision < 299; revision += 1)
    await saveCorrected(record.id, document, { revision, document: revision === 0 ? null : document });
  expect(await isBackupDue([60])).toBe(false);
  await saveCorrected(record.id, document, { revision: 299, document });
  expect(await isBackupDue([60])).toBe(true);
});

it('is not due where the browser keeps the data, or within a month of a backup or a refusal', async () => {
  for (const note of [noteBackup, declineBackup]) {
    stubLocalStorage();
    expect(await isBackupDue([3600])).toBe(true);
    note();
    vi.setSystemTime(Date.now() + 29 * DAY_MS);
    expect(await isBackupDue([3600])).toBe(false);
    vi.setSystemTime(Date.now() + 2 * DAY_MS);
    expect(await isBackupDue([3600])).toBe(true);
  }
  Object.assign(navigator.storage, { persisted: async () => true });
  expect(await isBackupDue([3600])).toBe(false);
});
