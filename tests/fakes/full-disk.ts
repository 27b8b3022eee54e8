import { vi } from 'vitest';

/**
 * Lets every write to a store run out of quota, as a browser does: the request is taken, then its transaction is rolled
 * back with a QuotaExceededError. Works on fake-indexeddb only, whose transactions can be ended with a given reason.
 */
export function fillDisk(storeName: string) {
  const { add, put } = IDBObjectStore.prototype;
  const runOut = (store: IDBObjectStore, write: typeof add, value: unknown, key?: IDBValidKey) => {
    const request = key === undefined ? write.call(store, value) : write.call(store, value, key);
    if (store.name === storeName) {
      const abort = Reflect.get(store.transaction, '_abort');
      // Not at once: in a browser the writer goes on until the disk answers.
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
