import * as ort from 'onnxruntime-web/wasm';
import { expect, it, vi } from 'vitest';
import { configureNodeRuntime } from '../../../tests/miniatures/node-runtime.ts';
import { eventually } from '../../../tests/runner/eventually.ts';
import { startRuntime } from './start-runtime.ts';

it('opens a session that the runtime accepts, and gives it back', async () => {
  configureNodeRuntime(ort.env);
  const create = vi.spyOn(ort.InferenceSession, 'create');
  startRuntime(ort);
  const session = await create.mock.results[0]?.value;
  expect(session.inputNames).toEqual(['x']);
  const x = new ort.Tensor('float32', [7], [1]);
  await eventually(() => expect(session.run({ x })).rejects.toThrow('invalid session'));
});

it('leaves a fault to the caller that opens a session', async () => {
  const create = vi.fn(() => Promise.reject(new Error('no WebAssembly')));
  startRuntime({ InferenceSession: { create } });
  await expect(create.mock.results[0]?.value).rejects.toThrow('no WebAssembly');
});
