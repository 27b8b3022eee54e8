import 'fake-indexeddb/auto';
import { deleteDB, openDB } from 'idb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { emptyDatabase, job } from '../../../tests/fakes/empty-database.ts';
import { addJob, getJob } from '../jobs/job-store.ts';
import { APP_KEY_ID, appKey, findKey, mayRead } from '../settings/key-store.ts';
import { getSettings, updateSettings } from '../settings/settings-store.ts';
import { closeDatabase, DATABASE_NAME, DATABASE_VERSION, database } from './database.ts';
import type { EarshotSchema } from './database-schema.ts';
import { migrate } from './migrations.ts';

beforeEach(emptyDatabase);
afterEach(() => vi.restoreAllMocks());

describe('the database', () => {
  it('is created with every store and index', async () => {
    const db = await database();
    expect(db.version).toBe(DATABASE_VERSION);
    expect([...db.objectStoreNames].join(' ')).toBe(
      'arrival-pieces arrivals audio audio-bytes audio-pieces checkpoints deliveries ' +
        'delivery-bodies edit-paragraphs edit-versions edits egress job-voices jobs keys ' +
        'library-facts library-texts library-vectors live-messages live-sessions model-chunks ' +
        'model-files model-pieces one-writer peaks request-logs results settings watched-files ' +
        'webhooks',
    );
    expect([...db.transaction('jobs').store.indexNames]).toEqual([
      'by-audio',
      'by-created',
      'by-key',
      'by-metadata',
      'by-status',
    ]);
  });

  it('reaches the same schema from every earlier version', async () => {
    const expected = [...(await database()).objectStoreNames];
    for (let version = 1; version <= DATABASE_VERSION; version++) {
      const earlier = await openDB<EarshotSchema>('stepwise', version, { upgrade: migrate });
      expect(earlier.version).toBe(version);
      if (version === DATABASE_VERSION) expect([...earlier.objectStoreNames]).toEqual(expected);
      earlier.close();
    }
  });

  it('keeps its data when it is reopened', async () => {
    const stored = job();
    await addJob(stored);
    await closeDatabase();
    expect(await getJob(stored.id)).toEqual(stored);
  });

  it('goes on empty after it was deleted under an open connection', async () => {
    await addJob(job());
    await deleteDB(DATABASE_NAME);
    const stored = job();
    expect(await getJob(stored.id)).toBeNull();
    await addJob(stored);
    expect(await getJob(stored.id)).toEqual(stored);
    expect(await (await database()).count('jobs')).toBe(1);
  });

  it('yields to a newer version in another tab, and does not block it', async () => {
    await database();
    const newer = await openDB(DATABASE_NAME, DATABASE_VERSION + 1);
    expect(newer.version).toBe(DATABASE_VERSION + 1);
    newer.close();
    await expect(database()).rejects.toMatchObject({ name: 'VersionError' });
  });

  it('is not waited for without end where a page of an earlier version keeps it', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const earlier = await openDB<EarshotSchema>('earshot', DATABASE_VERSION - 1, { upgrade: migrate });
      const opening = expect(database()).rejects.toMatchObject({
        code: 'storage_failed',
        message: expect.stringMatching(/^The browser did not finish opening its storage/),
      });
      await vi.advanceTimersByTimeAsync(60_000);
      await opening;
      const next = database();
      earlier.close();
      expect((await next).version).toBe(DATABASE_VERSION);
      // The connections that came too late are closed: they would keep the next version waiting.
      await closeDatabase();
      const newer = await openDB(DATABASE_NAME, DATABASE_VERSION + 1);
      newer.close();
    } finally {
      vi.useRealTimers();
    }
  });

  it('can be opened after a failure', async () => {
    const open = vi.spyOn(indexedDB, 'open').mockImplementationOnce(() => {
      throw new DOMException('no', 'UnknownError');
    });
    await expect(database()).rejects.toMatchObject({ name: 'UnknownError' });
    expect((await database()).name).toBe(DATABASE_NAME);
    expect(open).toHaveBeenCalledTimes(2);
  });
});

describe('keys', () => {
  it('include one for the app, created once by the first caller', async () => {
    const keys = await Promise.all([appKey(), appKey(), appKey()]);
    expect(new Set(keys).size).toBe(1);
    expect(keys[0]).toMatch(/^ek_[0-9a-f]{32}$/);
    expect(await findKey(keys[0] ?? '')).toMatchObject({ id: APP_KEY_ID, revoked_at: null });
  });

  it('are stored only as hashes', async () => {
    const secret = await appKey();
    const db = await database();
    expect(JSON.stringify(await db.getAll('keys'))).not.toContain(secret);
  });

  it('are rejected if they never existed or were revoked', async () => {
    const secret = await appKey();
    expect(await findKey('')).toBeNull();
    expect(await findKey(`${secret}0`)).toBeNull();
    const db = await database();
    await db.put('keys', { ...(await findKey(secret)), revoked_at: '2026-01-01T00:00:00.000Z' });
    expect(await findKey(secret)).toBeNull();
  });

  it('see only their own things, except that the app’s sees all', () => {
    expect(mayRead('a', 'a')).toBe(true);
    expect(mayRead('a', 'b')).toBe(false);
    expect(mayRead(APP_KEY_ID, 'b')).toBe(true);
    expect(mayRead('a', APP_KEY_ID)).toBe(false);
  });
});

describe('settings', () => {
  it('have defaults, and lose no change when several are made at once', async () => {
    expect(await getSettings()).toMatchObject({ model_host: 'hub', when_model_missing: 'wait' });
    await Promise.all([
      updateSettings(() => ({ model_host: 'https://mirror.example/' })),
      updateSettings(() => ({ when_model_missing: 'fail' })),
      appKey(),
    ]);
    expect(await getSettings()).toMatchObject({
      model_host: 'https://mirror.example/',
      when_model_missing: 'fail',
      app_key: await appKey(),
    });
  });
});
