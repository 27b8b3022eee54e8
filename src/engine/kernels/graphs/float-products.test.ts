import { expect, it } from 'vitest';
import { readMiniGraph } from '../../../../tests/miniatures/mini-whisper.ts';
import { configureNodeRuntime } from '../../../../tests/miniatures/node-runtime.ts';
import { correlation } from '../../../../tests/runner/correlation.ts';
import { shortenEncoder } from '../encoder/shorten-encoder.ts';
import { readGraph } from './edit-graph.ts';
import { withFloatProducts } from './float-products.ts';

it('computes with the same weights, none of them bytes, what a graph of bytes computes but for its roundings', async () => {
  const bytes = await readMiniGraph('encoder_model');
  const floats = withFloatProducts(bytes);
  if (!floats) throw new Error('Nothing was replaced.');
  const operators = new Set(readGraph(floats).nodes.map(({ opType }) => opType));
  expect(operators.has('MatMul')).toBe(true);
  for (const operator of ['MatMulInteger', 'DynamicQuantizeLinear', 'Cast'])
    expect(operators).not.toContain(operator);
  expect(withFloatProducts(floats)).toBeNull();
  const runtime = await import('onnxruntime-web');
  configureNodeRuntime(runtime.env);
  const heard = async (model: Uint8Array) => {
    // Two seconds.
    const session = await runtime.InferenceSession.create(shortenEncoder(model) ?? model);
    const [frames, mels] = [200, 80];
    const sound = Float32Array.from(
      { length: frames * mels },
      (_, at) => Math.sin(at / 7) * Math.cos(at / 900),
    );
    const feeds = { input_features: new runtime.Tensor('float32', sound, [1, mels, frames]) };
    const { last_hidden_state: hidden } = await session.run(feeds, ['last_hidden_state']);
    await session.release();
    return hidden?.data as Float32Array;
  };
  const wanted = await heard(bytes);
  expect(correlation(await heard(floats), wanted)).toBeGreaterThan(0.99);
});
