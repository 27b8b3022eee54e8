import { CHOICE_WORDS, SHARES, shareWords } from './choice-shaders.ts';
import { type GpuShape, NONE } from './gpu-shape.ts';
import { ROW_WORDS } from './step-shaders.ts';

const WORD = 4;
/** WebGPU's flags, of which the compiler's library has no values. */
export const USAGE = { mapRead: 1, copySource: 4, copyTarget: 8, uniform: 64, storage: 128 } as const;
/** Words of a lane. */
export const LANE_WORDS = 4;

/** Buffers of one device, which are released together. */
export class GpuBuffers {
  readonly device: GPUDevice;
  readonly #all: GPUBuffer[] = [];

  constructor(device: GPUDevice) {
    this.device = device;
  }

  /** Bytes of all. */
  get bytes(): number {
    return this.#all.reduce((sum, { size }) => sum + size, 0);
  }

  /** Throws RangeError if the device has no buffers of this size. */
  create(words: number, usage = USAGE.storage | USAGE.copyTarget | USAGE.copySource): GPUBuffer {
    const size = Math.max(Math.ceil(words), 4) * WORD;
    const { maxStorageBufferBindingSize, maxBufferSize } = this.device.limits;
    if (size > Math.min(maxStorageBufferBindingSize, maxBufferSize))
      throw new RangeError(`The GPU has no buffers of ${size} bytes.`);
    const buffer = this.device.createBuffer({ size, usage });
    this.#all.push(buffer);
    return buffer;
  }

  store(values: Float32Array | Uint32Array): GPUBuffer {
    const buffer = this.create(values.length);
    this.device.queue.writeBuffer(buffer, 0, values as Float32Array<ArrayBuffer>);
    return buffer;
  }

  release(): void {
    for (const buffer of this.#all) buffer.destroy();
    this.#all.length = 0;
  }
}

export type StepMemory = ReturnType<typeof stepMemory>;

/** What steps compute with beside the weights. */
export function stepMemory(
  buffers: GpuBuffers,
  shape: GpuShape,
  lanes: number,
  {
    suppressed,
    suppressedFirst,
    alignment,
    rounds,
  }: {
    suppressed: readonly number[];
    suppressedFirst: readonly number[];
    alignment: readonly (readonly [number, number])[];
    /** Most candidates of a row. */
    rounds: number;
  },
) {
  const {
    layers,
    heads,
    width,
    inner,
    vocabulary,
    textPositions,
    audioPositions,
    aligned,
    rows,
    windows,
    halves,
  } = shape;
  const each = (words: number) => Array.from({ length: layers }, () => buffers.create(words));
  const bits = Math.ceil(vocabulary / 32);
  const lists = new Uint32Array(2 * bits);
  for (const [list, ids] of [suppressed, suppressedFirst].entries())
    for (const id of ids)
      if (id < vocabulary)
        lists[list * bits + (id >> 5)] = (lists[list * bits + (id >> 5)] ?? 0) | (1 << (id & 31));
  const alignedHeads = Array.from({ length: layers }, (_, layer) =>
    buffers.store(
      Uint32Array.from({ length: heads }, (__, head) => {
        const index = alignment.findIndex(([of, at]) => of === layer && at === head);
        return index === -1 ? NONE : index;
      }),
    ),
  );
  const audioWords = (windows * width * audioPositions) / (halves ? 2 : 1);
  return {
    lanes: buffers.create(lanes * LANE_WORDS),
    now: buffers.create(lanes * LANE_WORDS),
    rows: buffers.create(rows * ROW_WORDS),
    ancestors: buffers.create(rows * textPositions),
    lengths: buffers.create(windows),
    window: buffers.create(4, USAGE.uniform | USAGE.copyTarget),
    hidden: buffers.create(lanes * width),
    query: buffers.create(lanes * width),
    context: buffers.create(lanes * width),
    inner: buffers.create(lanes * inner),
    scores: buffers.create(lanes * vocabulary),
    shares: buffers.create(lanes * SHARES * shareWords(rounds)),
    choices: buffers.create(lanes * CHOICE_WORDS),
    suppressed: buffers.store(lists),
    alignedHeads,
    textKeys: each(rows * width * textPositions),
    textValues: each(rows * width * textPositions),
    audioKeys: each(audioWords),
    audioValues: each(audioWords),
    kept: buffers.create((rows * textPositions * aligned * audioPositions) / 2),
  };
}
