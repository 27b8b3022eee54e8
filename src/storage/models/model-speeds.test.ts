import 'fake-indexeddb/auto';
import { beforeEach, expect, it } from 'vitest';
import { emptyDatabase } from '../../../tests/fakes/empty-database.ts';
import { getModelSpeeds, noteModelSpeed } from './model-speeds.ts';

beforeEach(emptyDatabase);

it('remembers how fast a model was, by where it ran; the last time counts half', async () => {
  expect(await getModelSpeeds()).toEqual({});
  await noteModelSpeed('qwen3-0.6b', 'wasm', 4);
  await noteModelSpeed('qwen3-0.6b', 'wasm', 2);
  await noteModelSpeed('qwen3-0.6b', 'webgpu', 30);
  expect(await getModelSpeeds()).toEqual({ 'qwen3-0.6b': { wasm: 3, webgpu: 30 } });
});
