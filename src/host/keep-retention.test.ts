import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { audio, emptyDatabase, job } from '../../tests/fakes/empty-database.ts';
import { REPEATS_MARK } from '../contract/jobs/repeats-mark.ts';
import { correctingLock } from '../contract/realms/correcting-lock.ts';
import { blobSource } from '../lib/bytes/byte-source.ts';
import { listEgress } from '../network/egress-store.ts';
import type { JobRecord } from '../storage/database/records.ts';
import { addJob, getJob } from '../storage/jobs/job-store.ts';
import { changeEntries } from '../storage/library/library-rows.ts';
import {
  DAY_MS,
  dueRecordings,
  getRetention,
  type RetentionRule,
  readKeptRecordings,
  setRetention,
} from '../storage/library/retention.ts';
import { addAudio, getAudio } from '../storage/recordings/audio-store.ts';
import { applyRetention } from './keep-retention.ts';

const NOON = Date.UTC(2026, 0, 1, 12);
const signal = new AbortController().signal;

const rule = (changes: Partial<RetentionRule>): RetentionRule => ({
  folder: null,
  tag: null,
  sound_days: null,
  all_days: null,
  ...changes,
});

/** A finished recording of this moment, with its sound. */
async function record(changes: Partial<JobRecord> = {}) {
  const sound = audio({ created_at: new Date().toISOString() });
  await addAudio(sound, blobSource(new Blob(['0123456789'])));
  const at = new Date().toISOString();
  const stored = job({ status: 'done', created_at: at, completed_at: at, audio_id: sound.id, ...changes });
  await addJob(stored);
  return stored.id;
}

/** The clock goes on day by day, as it does while the app is used. */
async function after(days: number) {
  for (let day = 0; day < days; day += 1) {
    vi.setSystemTime(Date.now() + DAY_MS);
    await applyRetention(signal);
  }
}

const what = async (id: string) => {
  const stored = await getJob(id);
  if (!stored) return 'gone';
  return stored.audio_id && (await getAudio(stored.audio_id)) ? 'whole' : 'text';
};

beforeEach(async () => {
  await emptyDatabase();
  vi.useFakeTimers({ toFake: ['Date'], now: NOON });
});
afterEach(() => void vi.useRealTimers());

it('deletes the sound, then the rest, never what is pinned, and notes both without names', async () => {
  await setRetention([rule({ sound_days: 3, all_days: 5 })]);
  const [plain, pinned] = [await record(), await record()];
  await changeEntries([pinned], { pinned: true });
  await after(2);
  expect([await what(plain), await what(pinned)]).toEqual(['whole', 'whole']);
  await after(1);
  expect([await what(plain), await what(pinned)]).toEqual(['text', 'whole']);
  await after(2);
  expect([await what(plain), await what(pinned)]).toEqual(['gone', 'whole']);
  const noted = (await listEgress()).map(({ reason, about, count, sent }) => ({
    reason,
    about,
    count,
    sent,
  }));
  expect(noted).toEqual([
    { reason: 'retention', about: 'all', count: 1, sent: 0 },
    { reason: 'retention', about: 'sound', count: 1, sent: 0 },
  ]);
  expect(JSON.stringify(await listEgress())).not.toContain('talk');
});

it('follows the rule of a folder or tag in place of the general one, and of several the longest', async () => {
  await setRetention([
    rule({ all_days: 2 }),
    rule({ folder: 'Legal', all_days: 6 }),
    rule({ tag: 'case', all_days: 4 }),
    rule({ folder: 'Kept' }),
  ]);
  const [plain, legal, both, kept] = [await record(), await record(), await record(), await record()];
  await changeEntries([legal, both], { folder: 'Legal' });
  await changeEntries([both], { addTags: ['Case'] });
  await changeEntries([kept], { folder: 'Kept' });
  await after(3);
  expect([await what(plain), await what(legal)]).toEqual(['gone', 'whole']);
  await after(2);
  expect(await what(both)).toBe('whole');
  await after(1);
  expect([await what(legal), await what(both), await what(kept)]).toEqual(['gone', 'gone', 'whole']);
});

it('leaves a new rule a day, lists what goes this week, and spares what still runs', async () => {
  const [old, running] = [await record(), await record({ status: 'processing', completed_at: null })];
  await after(30);
  await setRetention([rule({ all_days: 7 })]);
  await applyRetention(signal);
  expect(await what(old)).toBe('whole');
  const week = dueRecordings(await readKeptRecordings(), await getRetention(), Date.now() + 7 * DAY_MS);
  expect(week.map(({ row, at }) => [row.id, at - Date.now()])).toEqual([[old, DAY_MS]]);
  await after(1);
  expect([await what(old), await what(running)]).toEqual(['gone', 'whole']);
});

it('deletes a recording with its other runs, once the last of them is due', async () => {
  await setRetention([rule({ sound_days: 3, all_days: 10 })]);
  const first = await record();
  await after(2);
  const { audio_id } = (await getJob(first)) ?? {};
  const run = job({
    status: 'done',
    created_at: new Date().toISOString(),
    completed_at: new Date().toISOString(),
    audio_id: audio_id ?? null,
    custom_metadata: { [REPEATS_MARK]: first },
  });
  await addJob(run);
  await after(2);
  expect(await what(first)).toBe('whole');
  await after(1);
  expect([await what(first), await what(run.id)]).toEqual(['text', 'text']);
  await after(7);
  expect([await what(first), await what(run.id)]).toEqual(['gone', 'gone']);
});

it('waits while a tab corrects the transcript', async () => {
  await setRetention([rule({ all_days: 1 })]);
  const id = await record();
  await navigator.locks.request(correctingLock(id), () => after(2));
  expect(await what(id)).toBe('whole');
  await applyRetention(signal);
  expect(await what(id)).toBe('gone');
});

it('deletes nothing while the clock is a year ahead for an hour', async () => {
  await setRetention([rule({ all_days: 30 })]);
  const id = await record();
  await applyRetention(signal);
  vi.setSystemTime(NOON + 365 * DAY_MS);
  await applyRetention(signal);
  vi.setSystemTime(NOON + 365 * DAY_MS + 3_600_000);
  await applyRetention(signal);
  expect(await what(id)).toBe('whole');
});
