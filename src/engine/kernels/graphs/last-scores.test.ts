import { expect, it } from 'vitest';
import { floats, OnnxGraph } from '../../onnx/onnx-graph.ts';
import { loadOnnxRuntime } from '../../onnx/onnx-runtime.ts';
import { buildGraph, type NewGraph } from './build-graph.ts';
import { withLastScores } from './last-scores.ts';

const SIZE = 3;
const WORDS = 5;
const weights = Float32Array.from({ length: SIZE * WORDS }, (_, index) => index - 7);
const graph: NewGraph = {
  operators: 17,
  nodes: [
    { opType: 'Neg', inputs: ['x'], outputs: ['hidden'] },
    { opType: 'MatMul', inputs: ['hidden', 'weights'], outputs: ['logits'] },
  ],
  inputs: [{ name: 'x', dims: [1, 'tokens', SIZE] }],
  outputs: [{ name: 'logits', dims: [1, 'tokens', WORDS] }],
  weights: [{ name: 'weights', type: 'float32', dims: [SIZE, WORDS], bytes: new Uint8Array(weights.buffer) }],
};

it('gives the scores behind the last token alone', async () => {
  const runtime = await loadOnnxRuntime('wasm', (env) => {
    env.wasm.numThreads = 1;
  });
  const scoresOf = async (bytes: Uint8Array) => {
    const opened = await OnnxGraph.open({ runtime, name: 'graph', bytes, externalData: [], device: 'wasm' });
    const x = Float32Array.from({ length: 4 * SIZE }, (_, index) => index / 2);
    const output = await opened.run({ x: opened.tensor('x', [1, 4, SIZE], x) });
    const { dims } = output('logits');
    const scores = [...floats(output('logits'))];
    await opened.release();
    return { dims: [...dims], scores };
  };
  const edited = withLastScores(buildGraph(graph));
  if (!edited) throw new Error('Nothing was edited.');
  const all = await scoresOf(buildGraph(graph));
  expect(all.dims).toEqual([1, 4, WORDS]);
  expect(await scoresOf(edited)).toEqual({ dims: [1, 1, WORDS], scores: all.scores.slice(-WORDS) });
});

it('leaves graphs alone whose scores are no product', () => {
  const nodes = [{ opType: 'Neg', inputs: ['x'], outputs: ['logits'] }];
  expect(withLastScores(buildGraph({ ...graph, nodes, weights: [] }))).toBeNull();
});
