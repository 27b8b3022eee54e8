import { msg } from '../../lib/errors/msg.ts';
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { emptyDatabase, job, room } from '../../../tests/fakes/empty-database.ts';
import { fillDisk } from '../../../tests/fakes/full-disk.ts';
import { AppError } from '../../lib/errors/errors.ts';
import { addJob, getJob } from '../jobs/job-store.ts';
import { changeStores } from './change-stores.ts';
import { database } from './database.ts';

beforeEach(emptyDatabase);
afterEach(() => vi.restoreAllMocks());

/** As WebKit ends a transaction that it cannot write: the request is taken, then `error` is null. */
function abortSilently(storeName: string): void {
  for (const way of ['add', 'put'] as const) {
    const write = IDBObjectStore.prototype[way];
    vi.spyOn(IDBObjectStore.prototype, way).mockImplementation(function (this: IDBObjectStore, value, key) {
      if (this.name === storeName) queueMicrotask(() => this.transaction.abort());
      return key === undefined ? write.call(this, value) : write.call(this, value, key);
    });
  }
}

/** Keeps a transaction open until the function that this gives is called. */
function holdOpen(): () => void {
  let isHeld = true;
  void changeStores(['jobs'], async (transaction) => {
    while (isHeld) await transaction.objectStore('jobs').getKey('any');
  });
  return () => {
    isHeld = false;
  };
}

const put = (value: string) =>
  changeStores(['delivery-bodies'], async (transaction) => {
    await transaction.objectStore('delivery-bodies').put(value, 'a');
    return value.length;
  });

describe('a change of stores', () => {
  it('is stored when it resolves, with what it gives', async () => {
    expect(await put('text')).toBe(4);
    expect(await (await database()).get('delivery-bodies', 'a')).toBe('text');
  });

  it('waits in Chromium for every other one, which a kill of both would let it delete the database for', async () => {
    await database();
    vi.stubGlobal('navigator', { userAgent: 'Chrome/156' });
    const release = holdOpen();
    let isStored = false;
    const storing = put('text').then(() => {
      isStored = true;
    });
    for (let turn = 0; turn < 50; turn++) await (await database()).getKey('settings', 'any');
    expect(isStored).toBe(false);
    release();
    await storing;
    expect(await (await database()).get('delivery-bodies', 'a')).toBe('text');
    vi.unstubAllGlobals();
  });

  it('ends with a named error where the browser aborts it without a reason', async () => {
    abortSilently('delivery-bodies');
    const error = await put('text').catch((thrown) => thrown);
    expect(error).toBeInstanceOf(AppError);
    expect(error).toMatchObject({
      code: 'storage_failed',
      status: 500,
      message: expect.stringMatching(/gave no reason/),
    });
  });

  it('ends with a named error where the browser aborts it and never answers its requests', async () => {
    const stuck = changeStores(['delivery-bodies'], async (transaction) => {
      queueMicrotask(() => transaction.abort());
      await new Promise(() => undefined);
    });
    await expect(stuck).rejects.toMatchObject({ code: 'storage_failed' });
  });

  it('is made a second time, once, where the browser does not answer', async () => {
    await database();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      let times = 0;
      const changing = changeStores(['delivery-bodies'], async (transaction) => {
        times += 1;
        const store = transaction.objectStore('delivery-bodies');
        await store.put(`attempt ${times}`, `key ${times}`);
        while (times === 1) await store.count();
        return times;
      });
      await vi.advanceTimersByTimeAsync(120_000);
      expect(await changing).toBe(2);
      expect(await (await database()).getAll('delivery-bodies')).toEqual(['attempt 2']);
    } finally {
      vi.useRealTimers();
    }
  });

  it('is made a second time, once, where the browser closes the database under it', async () => {
    await database();
    const write = IDBObjectStore.prototype.put;
    const putting = vi.spyOn(IDBObjectStore.prototype, 'put');
    const close = () => {
      throw new DOMException('A mutation operation was attempted.', 'InvalidStateError');
    };
    putting.mockImplementationOnce(close);
    putting.mockImplementation(function (this: IDBObjectStore, ...given) {
      return write.apply(this, given);
    });
    expect(await put('text')).toBe(4);
    expect(await (await database()).get('delivery-bodies', 'a')).toBe('text');
    putting.mockImplementation(close);
    await expect(put('text')).rejects.toMatchObject({ code: 'storage_failed' });
  });

  it('is made once where the browser stores it and does not say so', async () => {
    await database();
    const listen = IDBTransaction.prototype.addEventListener;
    let silent = 1;
    vi.spyOn(IDBTransaction.prototype, 'addEventListener').mockImplementation(function (
      this: IDBTransaction,
      type: string,
      listener,
      ...rest
    ) {
      // The handler of `done`; the database itself has one, too.
      const isDone = typeof listener === 'function' && listener.name === 'complete';
      if (!isDone || this.mode !== 'readwrite' || silent-- <= 0) listen.call(this, type, listener, ...rest);
    });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const { created_at: _, ...made } = job();
      const adding = addJob(made);
      for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
      await vi.advanceTimersByTimeAsync(120_000);
      await new Promise((resolve) => setImmediate(resolve));
      await vi.advanceTimersByTimeAsync(5_000);
      expect(silent).toBeLessThan(1);
      expect(await adding).toEqual(await getJob(made.id));
      expect(await (await database()).count('jobs')).toBe(1);
    } finally {
      vi.useRealTimers();
    }
  });

  it('fails where the browser never answers', async () => {
    await database();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const stuck = expect(
        changeStores(['delivery-bodies'], async (transaction) => {
          for (;;) await transaction.objectStore('delivery-bodies').count();
        }),
      ).rejects.toMatchObject({ code: 'storage_failed', status: 500 });
      await vi.advanceTimersByTimeAsync(120_000);
      await new Promise((resolve) => setImmediate(resolve));
      await vi.advanceTimersByTimeAsync(120_000);
      await stuck;
    } finally {
      vi.useRealTimers();
    }
    expect(await put('text')).toBe(4);
  });

  it('is 507 where the browser gives no reason and there is less room than it takes', async () => {
    Object.assign(room, { quota: 100, usage: 40 });
    abortSilently('delivery-bodies');
    const large = changeStores(
      ['delivery-bodies'],
      (transaction) => transaction.objectStore('delivery-bodies').put('text', 'a'),
      61,
    );
    await expect(large).rejects.toMatchObject({ code: 'storage_full' });
  });

  it('is 507 where the room runs out', async () => {
    fillDisk('delivery-bodies');
    await expect(put('text')).rejects.toMatchObject({ code: 'storage_full', status: 507 });
  });

  it('is undone wholly by what is thrown within it', async () => {
    const failing = changeStores(['delivery-bodies'], async (transaction) => {
      await transaction.objectStore('delivery-bodies').put('text', 'a');
      throw new AppError('conflict', msg`Stop.`);
    });
    await expect(failing).rejects.toMatchObject({ code: 'conflict', message: 'Stop.' });
    expect(await (await database()).count('delivery-bodies')).toBe(0);
  });

  it('names what cannot be stored, and keeps nothing of it', async () => {
    const failing = changeStores(['delivery-bodies', 'settings'], async (transaction) => {
      await transaction.objectStore('delivery-bodies').put('text', 'a');
      await transaction.objectStore('settings').put(() => undefined, 'settings');
    });
    await expect(failing).rejects.toMatchObject({
      code: 'storage_failed',
      message: expect.stringMatching(/DataCloneError/),
    });
    expect(await (await database()).count('delivery-bodies')).toBe(0);
  });

  it('ends a request that makes a job with the same error', async () => {
    const record = job();
    abortSilently('jobs');
    await expect(addJob(record)).rejects.toMatchObject({ code: 'storage_failed' });
    expect(await getJob(record.id)).toBeNull();
  });
});
