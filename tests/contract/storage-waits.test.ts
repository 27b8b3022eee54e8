import { createHash } from 'node:crypto';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { getSettings, updateSettings } from '../../src/storage/settings/settings-store.ts';
import { type Service, startService } from './service.ts';
import { putJob } from './stored.ts';

let service: Service;
beforeEach(async () => {
  service = await startService();
  await updateSettings(() => ({}));
});
afterEach(() => vi.restoreAllMocks());

/** The most reads of storage that wait for one another while something is done. */
async function waitsInTurn(act: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  const spies = ([IDBObjectStore, IDBIndex] as const).flatMap((type) =>
    (['get', 'getAll', 'getKey', 'count', 'openCursor'] as const).map((name) => {
      const real: (...given: never[]) => IDBRequest = type.prototype[name];
      return vi.spyOn(type.prototype, name).mockImplementation(function read(
        this: object,
        ...given: unknown[]
      ) {
        const turn = longest + 1;
        const request = Reflect.apply(real, this, given);
        request.addEventListener('success', () => {
          longest = Math.max(longest, turn);
        });
        return request;
      });
    }),
  );
  await act();
  for (const spy of spies) spy.mockRestore();
  return longest;
}

it('a job is read after one wait for storage: the job, who asks and what applies, at once', async () => {
  const { id } = await putJob();
  const read = () => service.call(`/v2/pre-recorded/${id}`);
  // At once: elsewhere than here, storage takes longer.
  vi.spyOn(crypto.subtle, 'digest').mockImplementation(async (_, data) => {
    const bytes = ArrayBuffer.isView(data)
      ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
      : new Uint8Array(data);
    return Uint8Array.from(createHash('sha256').update(bytes).digest()).buffer;
  });
  // Notes that the key is used, once a minute.
  expect((await read()).status).toBe(200);
  expect(await waitsInTurn(read)).toBe(1);
});

it('reads are counted one after the other', async () => {
  expect(await waitsInTurn(async () => Promise.all([getSettings(), getSettings()]))).toBe(1);
  expect(await waitsInTurn(async () => getSettings().then(getSettings).then(getSettings))).toBe(3);
});
