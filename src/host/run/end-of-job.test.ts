import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { checkpoint, emptyDatabase, job } from '../../../tests/fakes/empty-database.ts';
import { stubLocalStorage } from '../../../tests/fakes/local-storage.ts';
import type { AsrLanes } from '../../realms/asr/page/asr-lanes.ts';
import { database } from '../../storage/database/database.ts';
import { getCheckpoints, putCheckpoint } from '../../storage/jobs/checkpoint-store.ts';
import { addJob, getJob } from '../../storage/jobs/job-store.ts';
import { addWebhook } from '../../storage/notifications/webhook-store.ts';
import { claimJob } from './claim-job.ts';
import { runClaimedJob } from './run-claimed-job.ts';

const { runJob } = vi.hoisted(() => ({ runJob: vi.fn() }));
vi.mock('./run-job.ts', () => ({ runJob }));
vi.mock('./speech/resolve-audio.ts', () => ({ resolveAudio: async () => ({ size: 10 }) }));
vi.mock('../../models/device/choose-lanes.ts', () => ({ lanesFor: async () => 1 }));

/** What was said, and must not be in storage once the job has ended. */
const SAID = 'Wilhelmina Quackenbush';

const REDACTED = {
  metadata: { audio_duration: 1, number_of_distinct_channels: 1, billing_time: 1, transcription_time: 1 },
  transcription: { full_transcript: '[NAME]', languages: ['en'], utterances: [] },
};

/** Stops this realm at its n-th write: the transaction is lost, and nothing is written any more. */
function killAtWrite(n: number) {
  let writes = 0;
  const { transaction } = IDBDatabase.prototype;
  const count = ({ transaction: current }: IDBObjectStore) => {
    writes++;
    // Not at once, as in a browser: the writer goes on until it learns of it.
    if (writes === n) queueMicrotask(() => current.abort());
  };
  for (const way of ['add', 'put', 'delete'] as const) {
    const write = IDBObjectStore.prototype[way];
    vi.spyOn(IDBObjectStore.prototype, way).mockImplementation(function (
      this: IDBObjectStore,
      ...given: unknown[]
    ) {
      const request = Reflect.apply(write, this, given);
      count(this);
      return request;
    });
  }
  vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function (this: IDBDatabase, ...given) {
    if (writes >= n) throw new DOMException('The tab is closed.', 'InvalidStateError');
    return Reflect.apply(transaction, this, given);
  });
  return { writes: () => writes };
}

/** Everything in every store, as text. */
async function allStores(): Promise<string> {
  const db = await database();
  const contents = await Promise.all(Array.from(db.objectStoreNames, (name) => db.getAll(name)));
  return JSON.stringify(contents);
}

async function claimedJob() {
  const stored = job({ id: crypto.randomUUID() });
  await addJob(stored);
  const claimed = await claimJob(stored.id);
  if (!claimed) throw new Error('The job was not claimed.');
  for (const index of [0, 1, 2]) {
    const words = [{ word: SAID, start: 0, end: 1, confidence: 1 }];
    const segments = [{ language: 'en', languageConfidence: 1, words }];
    await putCheckpoint({ ...checkpoint(stored.id, index), segments }, claimed.claim);
  }
  return claimed;
}

const run = (claimed: Awaited<ReturnType<typeof claimedJob>>) =>
  runClaimedJob(claimed, { modelIds: ['m'], note: undefined }, {} as AsrLanes, {
    signal: new AbortController().signal,
  });

async function freshDatabase(): Promise<void> {
  await emptyDatabase();
  stubLocalStorage();
  await addWebhook({
    name: 'all',
    url: 'https://receiver.example/',
    events: ['transcription.success', 'transcription.error'],
    secret: null,
    enabled: true,
  });
}

beforeEach(async () => {
  await freshDatabase();
  runJob.mockResolvedValue({ result: REDACTED, summary: { numberOfChannels: 1 }, session: {} });
});
afterEach(() => vi.restoreAllMocks());

describe.each([
  ['a redacted result', () => undefined],
  ['an error, because redaction failed', () => runJob.mockRejectedValue(new Error('no model'))],
])('the end of a job in %s', (_, arrange) => {
  it('is stored without the words of its windows, wherever the tab is closed', async () => {
    arrange();
    const whole = killAtWrite(Number.POSITIVE_INFINITY);
    const finished = await claimedJob();
    const before = whole.writes();
    await run(finished);
    const writesAtTheEnd = whole.writes() - before;
    expect(writesAtTheEnd).toBeGreaterThanOrEqual(4);
    expect(await allStores()).not.toContain(SAID);
    vi.restoreAllMocks();

    let killed = 0;
    // Behind the last write, too.
    for (let write = 1; write <= writesAtTheEnd + 1; write++) {
      await freshDatabase();
      const claimed = await claimedJob();
      killAtWrite(write);
      await run(claimed).catch(() => undefined);
      vi.restoreAllMocks();
      const left = await getJob(claimed.id);
      if (left?.status === 'processing') {
        killed++;
        // All there, so that the next host goes on where this one was.
        expect(await getCheckpoints(claimed.id)).toHaveLength(3);
        await run(claimed);
      }
      expect((await getJob(claimed.id))?.status).toMatch(/^(done|error)$/);
      expect(await allStores(), `closed at write ${write}`).not.toContain(SAID);
    }
    expect(killed).toBeGreaterThanOrEqual(writesAtTheEnd / 2);
  });
});

describe('a window that is finished late', () => {
  it('is not stored after the end of its job', async () => {
    const claimed = await claimedJob();
    await run(claimed);
    expect(await putCheckpoint(checkpoint(claimed.id, 3), claimed.claim)).toBe(false);
    expect(await putCheckpoint(checkpoint(claimed.id, 3))).toBe(false);
    expect(await allStores()).not.toContain(SAID);
  });
});
