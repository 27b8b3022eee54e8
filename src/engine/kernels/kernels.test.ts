import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { COMPILED, compileKernels, kernelsFile } from '../../cli/build/compile-kernels.ts';
import { fromBase64 } from '../../lib/bytes/base64.ts';
import { seededRandom } from '../../lib/seeded-random.ts';
import compiled from './compiled-kernels.json' with { type: 'json' };
import { KernelMemory, type Kernels } from './kernel-memory.ts';
import type { RuntimeModule } from './runtime/runtime-capture.ts';
import { PackedProduct } from './stepping/packed-product.ts';

let memory: KernelMemory;
let kernels: Kernels;
const random = seededRandom(1);
const numbers = (count: number, most = 1): Float32Array =>
  Float32Array.from({ length: count }, () => (random() * 2 - 1) * most);

beforeAll(async () => {
  const pages = new WebAssembly.Memory({ initial: 200, maximum: 65_536, shared: true });
  const { instance } = await WebAssembly.instantiate(fromBase64(compiled.base64), {
    env: { memory: pages },
  });
  kernels = instance.exports as unknown as Kernels;
  let end = 1024;
  const module = {
    _malloc: (bytes: number) => {
      const start = end;
      end += (bytes + 15) & ~15;
      return start;
    },
    _free: () => undefined,
  };
  memory = new KernelMemory(kernels, module as unknown as RuntimeModule, pages);
});

const largestDifference = (a: ArrayLike<number>, b: ArrayLike<number>): number =>
  Array.from(a).reduce((most, value, at) => Math.max(most, Math.abs(value - (b[at] ?? Number.NaN))), 0);

describe('the compiled kernels', () => {
  it('are those of their source: npm run kernels', async () => {
    expect(await readFile(COMPILED, 'utf8')).toBe(kernelsFile(await compileKernels()));
  });

  it('bring no data into a memory that is not theirs, and need nothing else', async () => {
    const module = await WebAssembly.compile(fromBase64(compiled.base64));
    expect(WebAssembly.Module.imports(module)).toEqual([{ module: 'env', name: 'memory', kind: 'memory' }]);
    const before = memory.bytes(0, 1024).slice();
    expect(before.every((byte) => byte === 0)).toBe(true);
  });
});

describe('a product', () => {
  const rows = 48;
  const columns = 21;
  it.each([
    ['unsigned bytes by row', false, false, 128],
    ['unsigned bytes by column', false, true, 128],
    ['signed bytes', true, false, 0],
    ['bytes with another zero', false, false, 100],
  ])('is that of the numbers: %s', (_, signed, transposed, zero) => {
    const bytes = Uint8Array.from({ length: rows * columns }, () => Math.floor(random() * 256));
    const byteOf = (row: number, column: number) => {
      const byte = bytes[transposed ? column * rows + row : row * columns + column] ?? 0;
      return signed ? (byte << 24) >> 24 : byte;
    };
    const scales = numbers(columns, 0.01).map(Math.abs);
    const bias = numbers(columns);
    const product = new PackedProduct(memory, {
      weights: { name: 'w', rows, columns, signed, bytes, transposed },
      scales,
      zeros: new Float32Array(columns).fill(zero),
      bias,
    });
    const texts = [numbers(rows, 3), numbers(rows, 0.2), numbers(rows)];
    const values = texts.map((text) => {
      const pointer = memory.allocate(rows * 2);
      return { pointer, scale: kernels.quantise(memory.store(text), pointer, rows) };
    });
    const to = texts.map(() => memory.allocate(product.columns * 4));
    product.multiply(values, to);
    for (const [index, text] of texts.entries()) {
      const { scale = 0 } = values[index] ?? {};
      const wanted = Array.from({ length: columns }, (_, column) => {
        const dot = text.reduce((sum, value, row) => sum + value * (byteOf(row, column) - zero), 0);
        return dot * (scales[column] ?? 0) + (bias[column] ?? 0);
      });
      // Each number is rounded to a step of the scale.
      const bound = Math.sqrt(rows) * scale * 150 * 0.01;
      expect(largestDifference(wanted, memory.floats(to[index] ?? 0, columns))).toBeLessThan(bound);
    }
    const column = Array.from(
      { length: rows },
      (_, row) => (byteOf(row, columns - 1) - zero) * (scales[columns - 1] ?? 0),
    );
    expect(largestDifference(column, product.column(columns - 1))).toBeLessThan(1e-6);
  });

  it('rounds as DynamicQuantizeLinear does: 0 stays 0, and the largest fit', () => {
    const from = memory.store(Float32Array.of(0, -1, 3, 1.5));
    const to = memory.allocate(8);
    expect(kernels.quantise(from, to, 4)).toBeCloseTo(4 / 255, 6);
    const whole = new Int16Array(memory.bytes(to, 8).slice().buffer);
    expect([...whole]).toEqual([0, -64, 191, 96]);
    const nothing = memory.store(new Float32Array(4));
    expect(kernels.quantise(nothing, to, 4)).toBe(1);
  });
});

/** Attention of one query, by the book. */
function attended(query: Float32Array, keys: readonly Float32Array[], values: readonly Float32Array[]) {
  const scores = keys.map((key) => key.reduce((sum, value, at) => sum + value * (query[at] ?? 0), 0));
  const most = Math.max(...scores);
  const powers = scores.map((score) => Math.exp(score - most));
  const sum = powers.reduce((total, power) => total + power, 0);
  const weights = powers.map((power) => power / sum);
  const taken = query.map((_, at) =>
    weights.reduce((total, weight, row) => total + weight * (values[row]?.[at] ?? 0), 0),
  );
  return { weights, taken };
}

const HEADS = 2;
const SIZE = 16;

describe('attention', () => {
  const rowsOf = (all: Float32Array, head: number, count: number, stride: number, first: number) =>
    Array.from({ length: count }, (_, row) => {
      const at = first + head * (stride === SIZE ? count * SIZE : SIZE) + row * stride;
      return all.subarray(at, at + SIZE);
    });

  it.each([1, 7, 41])('to a text of %i tokens', (count) => {
    const room = 50;
    const query = numbers(HEADS * SIZE, 2);
    const keys = numbers(HEADS * room * SIZE, 2);
    const values = numbers(HEADS * room * SIZE);
    const weights = memory.allocate(HEADS * count * 4);
    const to = memory.allocate(HEADS * SIZE * 4);
    kernels.attend(
      memory.store(query),
      memory.store(keys),
      memory.store(values),
      weights,
      to,
      HEADS,
      SIZE,
      count,
      room,
    );
    for (let head = 0; head < HEADS; head += 1) {
      const part = (all: Float32Array) => all.subarray(head * room * SIZE, (head + 1) * room * SIZE);
      const wanted = attended(
        query.subarray(head * SIZE, (head + 1) * SIZE),
        rowsOf(part(keys), 0, count, SIZE, 0),
        rowsOf(part(values), 0, count, SIZE, 0),
      );
      expect(largestDifference(wanted.taken, memory.floats(to + head * SIZE * 4, SIZE))).toBeLessThan(1e-5);
      expect(
        largestDifference(wanted.weights, memory.floats(weights + head * count * 4, count)),
      ).toBeLessThan(1e-5);
    }
  });

  it.each([1, 9, 30, 75])('of %i positions to all of them', (count) => {
    const width = HEADS * SIZE;
    const [query, keys, values] = [
      numbers(count * width, 2),
      numbers(count * width, 2),
      numbers(count * width),
    ];
    if (!query || !keys || !values) throw new Error('There are three.');
    const [from, compared, taken] = [memory.store(query), memory.store(keys), memory.store(values)];
    const to = memory.allocate(count * width * 4);
    const scratch = memory.allocate(kernels.attentionRoom(SIZE, count));
    for (let head = 0; head < HEADS; head += 1) {
      const at = head * SIZE * 4;
      kernels.attendAll(from + at, compared + at, taken + at, to + at, width * 4, 0.5, scratch, SIZE, count);
      const rows = (all: Float32Array) => rowsOf(all, head, count, width, 0);
      for (const row of [0, count >> 1, count - 1]) {
        const asked = (rows(query)[row] ?? new Float32Array()).map((value) => value / 2);
        const wanted = attended(asked, rows(keys), rows(values)).taken;
        const found = memory.floats(to + at + row * width * 4, SIZE);
        expect(largestDifference(wanted, found)).toBeLessThan(0.005);
      }
    }
  });

  it.each([
    [1, 9],
    [2, 75],
    [3, 40],
    [4, 33],
  ])('of %i hypotheses to %i positions of the audio', (rows, count) => {
    const keys = numbers(HEADS * count * SIZE, 2);
    const values = numbers(HEADS * count * SIZE);
    const queries = numbers(rows * HEADS * SIZE, 2);
    const audio = memory.allocate(kernels.audioRoom(HEADS, SIZE, count));
    kernels.storeAudio(memory.store(keys), memory.store(values), audio, HEADS, SIZE, count);
    const weights = memory.allocate(rows * HEADS * count * 4);
    const to = memory.allocate(rows * HEADS * SIZE * 4);
    const scratch = memory.allocate(kernels.audioScratch(SIZE, count));
    // The second head alone is wanted.
    kernels.attendToAudio(memory.store(queries), audio, 2, weights, to, scratch, rows, HEADS, SIZE, count);
    for (let row = 0; row < rows; row += 1) {
      for (let head = 0; head < HEADS; head += 1) {
        const at = (row * HEADS + head) * SIZE;
        const part = (all: Float32Array) => rowsOf(all, head, count, SIZE, 0);
        const wanted = attended(queries.subarray(at, at + SIZE), part(keys), part(values));
        expect(largestDifference(wanted.taken, memory.floats(to + at * 4, SIZE))).toBeLessThan(0.005);
        const found = memory.floats(weights + (row * HEADS + head) * count * 4, count);
        if (head === 1) expect(largestDifference(wanted.weights, found)).toBeLessThan(0.005);
        else expect(found.every((weight) => weight === 0)).toBe(true);
      }
    }
  });
});

it('normalises, adds and bends as the book says', () => {
  const values = numbers(64, 6);
  const [weights, bias] = [numbers(64), numbers(64)];
  const to = memory.allocate(256);
  kernels.normalise(memory.store(values), memory.store(weights), memory.store(bias), to, 64, 1e-5);
  const mean = values.reduce((sum, value) => sum + value, 0) / 64;
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / 64;
  const normal = values.map(
    (value, at) => ((value - mean) / Math.sqrt(variance + 1e-5)) * (weights[at] ?? 0) + (bias[at] ?? 0),
  );
  expect(largestDifference(normal, memory.floats(to, 64))).toBeLessThan(1e-5);
  const sum = memory.store(values);
  kernels.add(sum, to, 64);
  expect(
    largestDifference(
      values.map((value, at) => value + (normal[at] ?? 0)),
      memory.floats(sum, 64),
    ),
  ).toBeLessThan(1e-5);
  const bent = memory.store(Float32Array.of(-9, -1, 0, 0.5, 1, 2, 9, -0.1));
  kernels.gelu(bent, 8);
  const wanted = [0, -0.158_655, 0, 0.345_731, 0.841_345, 1.954_5, 9, -0.046_017];
  expect(largestDifference(wanted, memory.floats(bent, 8))).toBeLessThan(1e-5);
});
