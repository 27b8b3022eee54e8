import { BinaryWriter, WireType } from '@bufbuild/protobuf/wire';
import { beforeAll, describe, expect, it } from 'vitest';
import { readGraph } from '../kernels/graphs/edit-graph.ts';
import { floats, OnnxGraph } from '../onnx/onnx-graph.ts';
import { loadOnnxRuntime, type OnnxRuntime } from '../onnx/onnx-runtime.ts';
import { withExactFilters } from './exact-filters.ts';

const POINTS = 125;
const SCALE = Math.PI / 8000;
const AXIS = 'sincnet.conv1d.0.filterbank.n_';

let runtime: OnnxRuntime;
beforeAll(async () => {
  runtime = await loadOnnxRuntime('wasm', (env) => {
    env.wasm.numThreads = 1;
  });
});

type Write = (writer: BinaryWriter) => BinaryWriter;
const part = (writer: BinaryWriter, number: number, write: Write) =>
  write(writer.tag(number, WireType.LengthDelimited).fork()).join();
const text = (writer: BinaryWriter, number: number, value: string) =>
  writer.tag(number, WireType.LengthDelimited).string(value);

function node(writer: BinaryWriter, opType: string, inputs: string[], outputs: string[], to?: number): void {
  part(writer, 1, (own) => {
    for (const input of inputs) text(own, 1, input);
    for (const output of outputs) text(own, 2, output);
    text(own, 4, opType);
    if (to === undefined) return own;
    // The attribute of a cast: its target type.
    return part(own, 5, (attribute) =>
      text(attribute, 1, 'to').tag(3, WireType.Varint).int64(to).tag(20, WireType.Varint).int32(2),
    );
  });
}

function constant(writer: BinaryWriter, name: string, type: number, dims: number[], bytes: Uint8Array): void {
  part(writer, 5, (own) => {
    for (const size of dims) own.tag(1, WireType.Varint).int64(size);
    return text(own.tag(2, WireType.Varint).int32(type), 8, name)
      .tag(9, WireType.LengthDelimited)
      .bytes(bytes);
  });
}

const value = (writer: BinaryWriter, number: number, name: string, dims: number[]) =>
  part(writer, number, (own) =>
    part(text(own, 1, name), 2, (type) =>
      part(type, 1, (tensor) =>
        part(tensor.tag(1, WireType.Varint).int32(1), 2, (shape) => {
          for (const size of dims) part(shape, 1, (one) => one.tag(1, WireType.Varint).int64(size));
          return shape;
        }),
      ),
    ),
  );

/** Frequencies times a time axis, as 8-bit quantisation leaves it. */
function quantisedProduct(axis = AXIS): Uint8Array {
  const model = new BinaryWriter().tag(1, WireType.Varint).int64(8);
  part(model, 7, (graph) => {
    node(graph, 'DynamicQuantizeLinear', ['x'], ['q', 'q_scale', 'q_zero']);
    node(graph, 'MatMulInteger', ['q', `${axis}_quantized`, 'q_zero', `${axis}_zero_point`], ['product']);
    node(graph, 'Cast', ['product'], ['product_float'], 1);
    node(graph, 'Mul', ['q_scale', `${axis}_scale`], ['scale']);
    node(graph, 'Mul', ['product_float', 'scale'], ['y']);
    text(graph, 2, 'filters');
    const levels = Uint8Array.from({ length: POINTS }, (_, index) => Math.round((index * 255) / POINTS));
    constant(graph, `${axis}_quantized`, 2, [1, POINTS], levels);
    constant(graph, `${axis}_zero_point`, 2, [], new Uint8Array([255]));
    const step = new Uint8Array(new Float32Array([(SCALE * POINTS) / 255]).buffer);
    constant(graph, `${axis}_scale`, 1, [], step);
    value(graph, 11, 'x', [2, 1]);
    return value(graph, 12, 'y', [2, POINTS]);
  });
  return part(model, 8, (opset) => text(opset, 1, '').tag(2, WireType.Varint).int64(13)).finish();
}

const FREQUENCIES = Float32Array.from([71.3, 7654.3]);

/** Deviation of the product from its true value, in radians. */
async function error(bytes: Uint8Array): Promise<number> {
  const graph = await OnnxGraph.open({ runtime, name: 'filters', bytes, externalData: [], device: 'wasm' });
  const read = await graph.run({ x: graph.tensor('x', [2, 1], FREQUENCIES) });
  const angles = floats(read('y'));
  await graph.release();
  return Math.max(
    ...angles.map((angle, index) => {
      const frequency = FREQUENCIES[Math.floor(index / POINTS)] ?? 0;
      return Math.abs(angle - frequency * SCALE * ((index % POINTS) - POINTS));
    }),
  );
}

describe('withExactFilters', () => {
  it('computes in floats what quantisation made coarse', async () => {
    expect(await error(quantisedProduct())).toBeGreaterThan(0.5);
    expect(await error(withExactFilters(quantisedProduct()))).toBeLessThan(1e-3);
  });

  it('changes nothing else', () => {
    const before = readGraph(quantisedProduct());
    const after = readGraph(withExactFilters(quantisedProduct()));
    expect(after.nodes.slice(0, 4)).toEqual(before.nodes.slice(0, 4));
    expect(after.nodes[4]).toEqual({ opType: 'MatMul', inputs: ['x', 'exact_time_axis'], outputs: ['y'] });
    expect(after.constants.slice(0, 3)).toEqual(before.constants);
  });

  it('leaves every other model as it is', () => {
    const other = quantisedProduct('lstm.weight');
    expect(withExactFilters(other)).toBe(other);
  });

  it('leaves unreadable files to the runtime, which reports them', () => {
    const damaged = quantisedProduct().slice(0, 100);
    expect(withExactFilters(damaged)).toBe(damaged);
    const page = new TextEncoder().encode('<!doctype html><title>Not found</title>');
    expect(withExactFilters(page)).toBe(page);
  });
});
