import { beforeAll, describe, expect, it } from 'vitest';
import { floats, OnnxGraph } from '../../onnx/onnx-graph.ts';
import { loadOnnxRuntime, type OnnxRuntime } from '../../onnx/onnx-runtime.ts';
import { buildGraph, type NewWeight } from './build-graph.ts';
import { withByteProducts } from './byte-products.ts';
import { readGraph } from './edit-graph.ts';

const ROWS = 80;
const COLUMNS = 45;
const BLOCK = 32;
const BLOCKS = Math.ceil(ROWS / BLOCK);

let runtime: OnnxRuntime;
beforeAll(async () => {
  runtime = await loadOnnxRuntime('wasm', (env) => {
    env.wasm.numThreads = 1;
  });
});

const some = (index: number) => ((index * 7919 + 13) % 1009) / 1009;
const weight = (name: string, type: NewWeight['type'], dims: number[], bytes: Uint8Array): NewWeight => ({
  name,
  type,
  dims,
  bytes,
});

/** One product with a weight that is packed in blocks of so many bits. */
function packedProduct(bits: number, hasZeros: boolean, inside = true): Uint8Array {
  const bytesOfBlock = (BLOCK * bits) / 8;
  const zeroBytes = Math.ceil((BLOCKS * bits) / 8);
  const bytes = (count: number, shift: number) =>
    Uint8Array.from({ length: count }, (_, index) => Math.floor(some(index + shift) * 256));
  const scales = Float32Array.from({ length: COLUMNS * BLOCKS }, (_, index) => 0.01 + some(index) / 10);
  const scaleBytes = new Uint8Array(scales.buffer);
  const weights = [
    weight(
      'packed',
      'uint8',
      [COLUMNS, BLOCKS, bytesOfBlock],
      inside ? bytes(COLUMNS * BLOCKS * bytesOfBlock, 5) : new Uint8Array(),
    ),
    weight('scales', 'float32', [COLUMNS * BLOCKS], scaleBytes),
    ...(hasZeros ? [weight('zeros', 'uint8', [COLUMNS * zeroBytes], bytes(COLUMNS * zeroBytes, 77))] : []),
  ];
  return buildGraph({
    operators: 21,
    nodes: [
      {
        opType: 'MatMulNBits',
        domain: 'com.microsoft',
        inputs: ['x', 'packed', 'scales', ...(hasZeros ? ['zeros'] : [])],
        outputs: ['y'],
        attributes: { K: ROWS, N: COLUMNS, bits, block_size: BLOCK },
      },
    ],
    inputs: [{ name: 'x', dims: ['tokens', ROWS] }],
    outputs: [{ name: 'y', dims: ['tokens', COLUMNS] }],
    weights,
  });
}

async function outputOf(bytes: Uint8Array): Promise<Float32Array> {
  const graph = await OnnxGraph.open({ runtime, name: 'graph', bytes, externalData: [], device: 'wasm' });
  const x = Float32Array.from({ length: ROWS }, (_, index) => some(index + 300) - 0.5);
  const output = await graph.run({ x: graph.tensor('x', [1, ROWS], x) });
  const values = floats(output('y')).slice();
  await graph.release();
  return values;
}

describe('withByteProducts', () => {
  it.each([
    [4, true],
    [4, false],
    [8, true],
    [8, false],
    [2, true],
    [2, false],
  ])('computes the same with bytes as with blocks of %i bits, zero points: %s', async (bits, hasZeros) => {
    const given = packedProduct(bits, hasZeros);
    const edited = withByteProducts(given);
    if (!edited) throw new Error('Nothing was replaced.');
    const expected = await outputOf(given);
    const found = await outputOf(edited);
    const largest = Math.max(...expected.map(Math.abs));
    for (const [index, value] of expected.entries())
      expect(Math.abs(value - (found[index] ?? 0))).toBeLessThan(largest * 0.02);
    const { nodes, constants } = readGraph(edited);
    expect(nodes.map(({ opType }) => opType)).toEqual(['DynamicQuantizeMatMul']);
    // The packed weights are not kept beside.
    expect(constants.map(({ name }) => name)).toEqual(['y.bytes', 'y.scales']);
  });

  it('leaves graphs alone whose weights lie elsewhere, or that have no such product', () => {
    expect(withByteProducts(packedProduct(4, true, false))).toBeNull();
    const plain = buildGraph({
      operators: 21,
      nodes: [{ opType: 'Neg', inputs: ['x'], outputs: ['y'] }],
      inputs: [{ name: 'x', dims: [3] }],
      outputs: [{ name: 'y', dims: [3] }],
      weights: [],
    });
    expect(withByteProducts(plain)).toBeNull();
  });
});
