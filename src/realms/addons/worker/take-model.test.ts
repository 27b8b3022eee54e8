import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { msg } from '../../../lib/errors/msg.ts';
import type { ChosenModel } from '../../../models/choice/choose-stage-model.ts';
import { type MarianEntry, stageModel } from '../../../models/manifest/manifest.ts';

/** A model whose files have this size; null if unknown. */
function chosen(id: string, bytes: number | null): ChosenModel {
  const model = stageModel.parse({
    id,
    title: id,
    description: 'A model.',
    engine: 'token-classification',
    uses: ['named_entity_recognition'],
    folder: id,
    source: null,
    files: [{ path: 'model.onnx', bytes, sha256: null }],
    dtype: { wasm: { model: 'q8' } },
    languages: 'all',
    licence: 'MIT',
    devices: ['wasm'],
  });
  return { model, choice: { device: 'wasm', threads: 2, reason: msg``, fits: true, filesOf: 'wasm' } };
}

const MEGABYTE = 1e6;

beforeEach(() => {
  vi.stubGlobal('navigator', { deviceMemory: 2, hardwareConcurrency: 2 });
  vi.resetModules();
});
afterEach(() => void vi.unstubAllGlobals());

/** Models on a device with 2 GB, and a record of what is loaded and released. */
async function shelf() {
  const { takeModel } = await import('./take-model.ts');
  const log: string[] = [];
  const take = (id: string, bytes: number | null) =>
    takeModel(chosen(id, bytes), async ({ device, dtype }) => {
      log.push(`+${id}`);
      return {
        device,
        dtype,
        async dispose() {
          log.push(`-${id}`);
        },
      };
    });
  return { log, take };
}

it('loads a model on its chosen device, and only once', async () => {
  const { log, take } = await shelf();
  const model = await take('names', 178 * MEGABYTE);
  expect(model).toMatchObject({ device: 'wasm', dtype: { model: 'q8' } });
  expect(await take('names', 178 * MEGABYTE)).toBe(model);
  expect(log).toEqual(['+names']);
});

it('limits models to a quarter of the memory, and releases one if another needs its room', async () => {
  const { log, take } = await shelf();
  await take('names', 178 * MEGABYTE);
  await take('emotions', 126 * MEGABYTE);
  expect(log).toEqual(['+names', '+emotions']);
  await take('punctuation', 300 * MEGABYTE);
  expect(log.slice(2)).toEqual(['-names', '+punctuation']);
});

it('gives all the room to a model of unknown size', async () => {
  const { log, take } = await shelf();
  await take('emotions', 126 * MEGABYTE);
  await take('unknown', null);
  await take('emotions', 126 * MEGABYTE);
  expect(log).toEqual(['+emotions', '-emotions', '+unknown', '-unknown', '+emotions']);
});

it('loads one of Mozilla’s models anew once another one has ended their engine', async () => {
  const made: { isUsable: boolean; dispose: () => Promise<void> }[] = [];
  vi.doMock('../../../language/marian/marian-model.ts', () => ({
    loadMarian: async () => {
      const model = { isUsable: true, dispose: async () => undefined };
      made.push(model);
      return model;
    },
  }));
  const { takeMarian } = await import('./take-model.ts');
  const entry = { id: 'marian-en-pt', files: [] } as unknown as MarianEntry;
  const first = await takeMarian(entry);
  expect(await takeMarian(entry)).toBe(first);
  for (const model of made) model.isUsable = false;
  const next = await takeMarian(entry);
  expect([next.isUsable, made.length]).toEqual([true, 2]);
  vi.doUnmock('../../../language/marian/marian-model.ts');
});

it('keeps both halves of a chain on a device with 1 GB', async () => {
  vi.stubGlobal('navigator', { deviceMemory: 1, hardwareConcurrency: 2 });
  const log: string[] = [];
  vi.doMock('../../../language/marian/marian-model.ts', () => ({
    loadMarian: async ({ paths }: { paths: { model: string } }) => {
      log.push(`+${paths.model}`);
      return { isUsable: true, dispose: async () => void log.push(`-${paths.model}`) };
    },
  }));
  const { takeMarian } = await import('./take-model.ts');
  const half = (pair: string) =>
    ({ id: `marian-${pair}`, files: [{ path: `model.${pair}.bin` }] }) as unknown as MarianEntry;
  for (let call = 0; call < 2; call++) for (const pair of ['pten', 'ende']) await takeMarian(half(pair));
  expect(log).toEqual(['+model.pten.bin', '+model.ende.bin']);
  vi.doUnmock('../../../language/marian/marian-model.ts');
});
