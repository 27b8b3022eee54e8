/** Filters and thins out a signal; the innermost loop of all decoding. */
export interface FirKernel {
  /**
   * `count` outputs from input sample `start` on, the first with phase 0 to `up` − 1; the next call overwrites them.
   */
  run(input: Float32Array, start: number, phase: number, count: number): Float32Array;
}

export interface FirPlan {
  up: number;
  down: number;
  /** Coefficients per row of the table; a multiple of `ROW_STEP`, the last may be zeros. */
  width: number;
  /** Rows of coefficients, in the order of the input samples they apply to. */
  table: Float32Array;
  /** The row of each phase. */
  rowOf: Int32Array;
}

/** Coefficients that the vector loop takes at once. */
export const ROW_STEP = 8;

/** The fastest kernel that this realm can run. */
export function firKernel(plan: FirPlan): FirKernel {
  return vectorKernel(plan) ?? scalarKernel(plan);
}

/** The kernel in plain JavaScript. */
export function scalarKernel({ up, down, width, table, rowOf }: FirPlan): FirKernel {
  return {
    run(input, start, phase, count) {
      /** Four sums, so that additions need not wait for each other. */
      const filterAt = (from: number, row: number): number => {
        let first = 0;
        let second = 0;
        let third = 0;
        let fourth = 0;
        for (let tap = 0; tap + 3 < width; tap += 4) {
          const x = from + tap;
          const y = row + tap;
          first += (input[x] ?? 0) * (table[y] ?? 0);
          second += (input[x + 1] ?? 0) * (table[y + 1] ?? 0);
          third += (input[x + 2] ?? 0) * (table[y + 2] ?? 0);
          fourth += (input[x + 3] ?? 0) * (table[y + 3] ?? 0);
        }
        return first + second + (third + fourth);
      };
      const output = new Float32Array(count);
      let at = start;
      let current = phase;
      for (let index = 0; index < count; index++) {
        output[index] = filterAt(at, (rowOf[current] ?? 0) * width);
        current += down % up;
        at += Math.floor(down / up);
        if (current >= up) {
          current -= up;
          at++;
        }
      }
      return output;
    },
  };
}

const PAGE_BYTES = 65_536;
const FLOAT_BYTES = 4;

let compiled: WebAssembly.Module | null | undefined;

/** Null where WebAssembly has no vectors, or a policy forbids it. */
function vectorModule(): WebAssembly.Module | null {
  if (compiled === undefined) {
    try {
      compiled = new WebAssembly.Module(moduleBytes());
    } catch {
      compiled = null;
    }
  }
  return compiled;
}

type Resample = (
  ...[output, count, input, table, rows, phase, up, wholeStep, phaseStep, rowBytes]: number[]
) => void;

/** With four multiplications at a time; null where that is not possible. */
export function vectorKernel({ up, down, width, table, rowOf }: FirPlan): FirKernel | null {
  const module = vectorModule();
  if (!module) return null;
  const { memory, resample } = new WebAssembly.Instance(module).exports;
  if (!(memory instanceof WebAssembly.Memory) || typeof resample !== 'function') return null;
  const call = resample as Resample;
  const rows = table.byteLength;
  const buffers = rows + rowOf.byteLength;
  const reserve = (bytes: number) => {
    const missing = Math.ceil((bytes - memory.buffer.byteLength) / PAGE_BYTES);
    if (missing > 0) memory.grow(missing);
  };
  reserve(buffers);
  new Float32Array(memory.buffer, 0, table.length).set(table);
  new Int32Array(memory.buffer, rows, rowOf.length).set(rowOf.map((row) => row * width * FLOAT_BYTES));
  return {
    run(input, start, phase, count) {
      // The last row may reach beyond the input, where its coefficients are zero.
      const outputAt = buffers + (input.length + width) * FLOAT_BYTES;
      reserve(outputAt + count * FLOAT_BYTES);
      const place = new Float32Array(memory.buffer, buffers, input.length + width);
      place.set(input);
      place.fill(0, input.length);
      call(
        outputAt,
        count,
        buffers + start * FLOAT_BYTES,
        0,
        rows,
        phase,
        up,
        Math.floor(down / up) * FLOAT_BYTES,
        down % up,
        width * FLOAT_BYTES,
      );
      return new Float32Array(memory.buffer, outputAt, count);
    },
  };
}

/** WebAssembly (webassembly.github.io/spec/core/binary), with fixed-width vectors. */
const I32 = 0x7f;
const V128 = 0x7b;
const FUNCTION = 0x60;
const EMPTY = 0x40;
const OP = {
  block: 0x02,
  loop: 0x03,
  if: 0x04,
  end: 0x0b,
  br: 0x0c,
  brIf: 0x0d,
  get: 0x20,
  set: 0x21,
  tee: 0x22,
  load: 0x28,
  storeFloat: 0x38,
  constant: 0x41,
  isZero: 0x45,
  less: 0x49,
  notLess: 0x4f,
  add: 0x6a,
  subtract: 0x6b,
  multiply: 0x6c,
  addFloat: 0x92,
} as const;
const VECTOR = 0xfd;
const LOAD = [VECTOR, 0x00, 2];
const LANE = [VECTOR, 0x1f];
const ADD = [VECTOR, 0xe4, 0x01];
const MULTIPLY = [VECTOR, 0xe6, 0x01];
const ZERO = [VECTOR, 0x0c, ...new Array<number>(16).fill(0)];

const PARAMETERS = 10;
const [OUTPUT, COUNT, INPUT, TABLE, ROWS, PHASE, UP, WHOLE_STEP, PHASE_STEP, ROW_BYTES] = [
  0, 1, 2, 3, 4, 5, 6, 7, 8, 9,
];
const [SAMPLE, COEFFICIENT, END, FIRST, SECOND] = [10, 11, 12, 13, 14];

const get = (local: number | undefined) => [OP.get, local ?? 0];
const set = (local: number | undefined) => [OP.set, local ?? 0];
/** Numbers below 64 only. */
const number = (value: number) => [OP.constant, value];
const advance = (local: number | undefined, by: readonly number[]) => [
  ...get(local),
  ...by,
  OP.add,
  ...set(local),
];
/** sum += samples × coefficients, `offset` bytes from where both are. */
const accumulate = (sum: number | undefined, offset: number) => [
  ...[...get(sum), ...get(SAMPLE), ...LOAD, offset],
  ...[...get(COEFFICIENT), ...LOAD, offset, ...MULTIPLY, ...ADD, ...set(sum)],
];

const BODY: number[] = [
  ...[OP.block, EMPTY, OP.loop, EMPTY],
  ...[...get(COUNT), OP.isZero, OP.brIf, 1],
  // The row of coefficients of this phase.
  ...[...get(ROWS), ...get(PHASE), ...number(4), OP.multiply, OP.add, OP.load, 2, 0],
  ...[...get(TABLE), OP.add, OP.tee, COEFFICIENT ?? 0, ...get(ROW_BYTES), OP.add, ...set(END)],
  ...[...get(INPUT), ...set(SAMPLE), ...ZERO, ...set(FIRST), ...ZERO, ...set(SECOND)],
  ...[OP.loop, EMPTY, ...accumulate(FIRST, 0), ...accumulate(SECOND, 16)],
  ...[...advance(SAMPLE, number(32)), ...advance(COEFFICIENT, number(32))],
  ...[...get(COEFFICIENT), ...get(END), OP.less, OP.brIf, 0, OP.end],
  // The sum of all lanes.
  ...[...get(FIRST), ...get(SECOND), ...ADD, ...set(FIRST), ...get(OUTPUT)],
  ...[...get(FIRST), ...LANE, 0, ...get(FIRST), ...LANE, 1, OP.addFloat],
  ...[...get(FIRST), ...LANE, 2, ...get(FIRST), ...LANE, 3, OP.addFloat, OP.addFloat, OP.storeFloat, 2, 0],
  ...[...advance(OUTPUT, number(4)), ...get(COUNT), ...number(1), OP.subtract, ...set(COUNT)],
  ...[...advance(INPUT, get(WHOLE_STEP)), ...advance(PHASE, get(PHASE_STEP))],
  ...[...get(PHASE), ...get(UP), OP.notLess, OP.if, EMPTY, ...advance(INPUT, number(4))],
  ...[...get(PHASE), ...get(UP), OP.subtract, ...set(PHASE), OP.end],
  ...[OP.br, 0, OP.end, OP.end, OP.end],
];

/** Whole numbers in LEB128. */
function leb(value: number): number[] {
  return value < 128 ? [value] : [(value & 127) | 128, ...leb(value >>> 7)];
}

const section = (id: number, content: readonly number[]) => [id, ...leb(content.length), ...content];
const name = (text: string) => [text.length, ...new TextEncoder().encode(text)];

function moduleBytes(): Uint8Array<ArrayBuffer> {
  const body = [2, 3, I32, 2, V128, ...BODY];
  return Uint8Array.from([
    ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, [1, FUNCTION, PARAMETERS, ...new Array<number>(PARAMETERS).fill(I32), 0]),
    ...section(3, [1, 0]),
    ...section(5, [1, 0, 1]),
    ...section(7, [2, ...name('memory'), 2, 0, ...name('resample'), 0, 0]),
    ...section(10, [1, ...leb(body.length), ...body]),
  ]);
}
