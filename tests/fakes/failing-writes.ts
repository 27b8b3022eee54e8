import { vi } from 'vitest';

/**
 * Makes write transactions fail as on a full disk: the n-th one (counted from 1) for which `fails` is true is rolled back
 * with a QuotaExceededError. Works only with fake-indexeddb, whose transactions can be aborted with a given reason.
 */
export function failWrites(fails: (write: number) => boolean) {
  const { transaction } = IDBDatabase.prototype;
  const writes = { count: 0, failed: 0 };
  const spy = vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function (
    this: IDBDatabase,
    names,
    mode,
    options,
  ) {
    const opened = transaction.call(this, names, mode, options);
    if (mode !== 'readwrite' || !fails(++writes.count)) return opened;
    const abort = Reflect.get(opened, '_abort');
    queueMicrotask(() => {
      Reflect.apply(abort, opened, ['QuotaExceededError']);
      if (opened.error !== null) writes.failed++;
    });
    return opened;
  });
  return {
    writes,
    mockRestore: () => spy.mockRestore(),
  };
}
