import { vi } from 'vitest';

/**
 * Makes every write to a store, after as many as have room, exceed the quota, as a browser does: the request succeeds, then its transaction is
 * rolled back with a QuotaExceededError. Works only with fake-indexeddb, whose transactions can be aborted with a
 * given reason.
 */
export function fillDisk(storeName: string, room = 0) {
  let left = room;
  const { add, put } = IDBObjectStore.prototype;
  const runOut = (store: IDBObjectStore, write: typeof add, value: unknown, key?: IDBValidKey) => {
    const request = key === undefined ? write.call(store, value) : write.call(store, value, key);
    if (store.name === storeName && left-- <= 0) {
      const abort = Reflect.get(store.transaction, '_abort');
      // Not at once: in a browser the writer continues until the disk responds.
      queueMicrotask(() => Reflect.apply(abort, store.transaction, ['QuotaExceededError']));
    }
    return request;
  };
  const spies = [
    vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementation(function (this: IDBObjectStore, value, key) {
      return runOut(this, add, value, key);
    }),
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, value, key) {
      return runOut(this, put, value, key);
    }),
  ];
  return {
    mockRestore: () => {
      for (const spy of spies) spy.mockRestore();
    },
  };
}
