import type { WhisperConfig } from '../../asr/whisper/whisper-config.ts';
import { fromHalfFloats } from '../../onnx/half-float.ts';
import type { DecoderLayout } from '../stepping/decoder-layout.ts';
import type { AudioProducts } from '../stepping/find-decoder-layout.ts';
import { CANDIDATE_WORDS, CHOICE_WORDS, FLAGS, HEAD_WORDS, MOST_CANDIDATES } from './choice-shaders.ts';
import { featuresOf, type GpuFeatures } from './gpu-features.ts';
import type { GpuChoice, GpuCounts, GpuLane, GpuStep, RowStart } from './gpu-lanes.ts';
import { GpuBuffers, LANE_WORDS, type StepMemory, stepMemory, USAGE } from './gpu-memory.ts';
import { type GpuShape, NONE, shapeOf } from './gpu-shape.ts';
import { uploadWeights } from './gpu-weights.ts';
import { StepPasses } from './step-passes.ts';
import { ROW_WORDS } from './step-shaders.ts';

export interface GpuDecoderOptions {
  device: GPUDevice;
  layout: DecoderLayout;
  audio: readonly AudioProducts[];
  config: WhisperConfig;
  rows: number;
  windows: number;
  /** Those of the device, if absent. */
  features?: GpuFeatures;
}

/** Most tokens that are read at once. */
export const MOST_LANES = 8;

/** Bytes of a number. */
const BYTES = 4;
/** WebGPU's number for it. */
const MAP_READ = 1;
/** Below this a sum is of nothing. */
const LEAST = -1e38;

/** Steps of a Whisper decoder in WGSL: the tokens of many texts are read at once, and the next of each is chosen, in one submission. */
export class GpuStepDecoder {
  readonly shape: GpuShape;
  readonly counts: GpuCounts = { steps: 0, submissions: 0, dispatches: 0, bytesRead: 0 };
  readonly #device: GPUDevice;
  readonly #buffers: GpuBuffers;
  readonly #memory: StepMemory;
  readonly #passes: StepPasses;
  readonly #free: GPUBuffer[] = [];

  private constructor(shape: GpuShape, buffers: GpuBuffers, memory: StepMemory, passes: StepPasses) {
    this.shape = shape;
    this.#device = buffers.device;
    this.#buffers = buffers;
    this.#memory = memory;
    this.#passes = passes;
  }

  /** Throws GpuShapeError if the layout is not computed here, RangeError if the GPU has too little memory. */
  static async open({
    device,
    layout,
    audio,
    config,
    rows,
    windows,
    features = featuresOf(device),
  }: GpuDecoderOptions): Promise<GpuStepDecoder> {
    const shape = shapeOf(layout, config, { rows, windows, ...features });
    device.pushErrorScope('out-of-memory');
    const buffers = new GpuBuffers(device);
    try {
      const weights = uploadWeights(layout, audio, shape.textPositions, (values) => buffers.store(values));
      const { suppressed, suppressedFirst, endToken, noTimestampsToken } = config;
      const memory = stepMemory(buffers, shape, MOST_LANES, {
        suppressed: [...suppressed.filter((id) => id !== endToken), noTimestampsToken],
        suppressedFirst,
        alignment: config.alignment?.heads ?? [],
        rounds: MOST_CANDIDATES,
      });
      const epsilon = layout.norm.epsilon;
      return new GpuStepDecoder(
        shape,
        buffers,
        memory,
        new StepPasses(device, { shape, weights, memory, tokens: config, epsilon }),
      );
    } catch (error) {
      buffers.release();
      throw error;
    } finally {
      const shortage = await device.popErrorScope();
      if (shortage) {
        buffers.release();
        // biome-ignore lint/correctness/noUnsafeFinally: the device reports it after the buffers were made.
        throw new RangeError(`The GPU has too little memory: ${shortage.message}`);
      }
    }
  }

  /** Bytes on the GPU. */
  get bytes(): number {
    return this.#buffers.bytes;
  }

  /** Rejects never; resolves when the GPU is gone. */
  get lost(): Promise<unknown> {
    return this.#device.lost;
  }

  /** Computes the keys and values of a window. @param hidden the encoder's output, positions × width, on this device or not */
  async takeAudio(window: number, hidden: GPUBuffer | Float32Array, positions: number): Promise<void> {
    const { width, audioPositions } = this.shape;
    if (positions > audioPositions)
      throw new RangeError(`A window has at most ${audioPositions} positions, not ${positions}.`);
    const { queue } = this.#device;
    const uploaded =
      hidden instanceof Float32Array
        ? this.#device.createBuffer({
            size: positions * width * 4,
            usage: USAGE.storage | USAGE.copyTarget,
          })
        : null;
    if (uploaded) queue.writeBuffer(uploaded, 0, hidden as Float32Array<ArrayBuffer>);
    await this.#passes.prepareWindow();
    queue.writeBuffer(this.#memory.window, 0, Uint32Array.of(window, positions, 0, 0));
    queue.writeBuffer(this.#memory.lengths, window * 4, Uint32Array.of(positions));
    const encoder = this.#device.createCommandEncoder();
    this.counts.dispatches += this.#passes.addAudio(encoder, uploaded ?? (hidden as GPUBuffer), positions);
    queue.submit([encoder.finish()]);
    this.counts.submissions += 1;
    uploaded?.destroy();
  }

  /** Where a text's tokens are: its own row for all, or those of others before it. @param of row of each position */
  place(row: number, origins: readonly number[]): void {
    const { textPositions } = this.shape;
    const places = new Uint32Array(textPositions).fill(row);
    places.set(origins);
    this.#device.queue.writeBuffer(this.#memory.ancestors, row * textPositions * 4, places);
  }

  /** Says how a row goes on. Its first lane gives the token before. */
  begin(
    row: number,
    { window, said, maxInitialTimestamp, temperature, seed, longest }: RowStart,
    firstTimestampToken: number,
  ): void {
    const words = new Uint32Array(ROW_WORDS);
    const latest = said.findLast((token) => token >= firstTimestampToken) ?? 0;
    words.set([
      0,
      0,
      window,
      0,
      said.length,
      said.at(-1) ?? 0,
      said.at(-2) ?? 0,
      latest,
      maxInitialTimestamp,
      seed >>> 0,
      said.length + longest,
    ]);
    new Float32Array(words.buffer)[ROW_WORDS - 1] = temperature;
    this.#device.queue.writeBuffer(this.#memory.rows, row * ROW_WORDS * 4, words);
  }

  /** Stops a row that goes on by itself. */
  stop(row: number): void {
    this.#device.queue.writeBuffer(this.#memory.rows, (row * ROW_WORDS + 3) * 4, Uint32Array.of(1));
  }

  /** Compiles what a step of so many lanes needs. @returns for how many it was compiled: for one, or for the most */
  prepare(lanes: number, candidates: number): Promise<number> {
    return this.#passes.prepare(lanes, MOST_LANES, candidates);
  }

  /**
   * Reads a token in each of some lanes. The step is submitted before this returns, so the next one need not wait for the result.
   *
   * @param count prepared number of lanes
   * @param candidates of each choice, 1 for the likeliest alone
   */
  step(
    lanes: readonly GpuLane[],
    { count, candidates, withScores = false }: { count: number; candidates: number; withScores?: boolean },
  ): Promise<GpuStep> {
    const { vocabulary } = this.shape;
    const words = new Uint32Array(count * LANE_WORDS).fill(NONE);
    for (const [lane, { row, given, asks }] of lanes.entries())
      words.set([row, given?.token ?? NONE, given?.position ?? NONE, FLAGS[asks]], lane * LANE_WORDS);
    const { queue } = this.#device;
    queue.writeBuffer(this.#memory.lanes, 0, words);
    const encoder = this.#device.createCommandEncoder();
    const asksAny = lanes.some(({ asks }) => asks !== 'nothing');
    this.counts.dispatches += this.#passes.step(encoder, count, {
      candidates: asksAny ? candidates : 0,
      withScores,
    });
    const choiceBytes = asksAny ? lanes.length * CHOICE_WORDS * BYTES : 0;
    const scoreBytes = withScores ? lanes.length * vocabulary * BYTES : 0;
    const bytes = choiceBytes + scoreBytes;
    const staging = bytes > 0 ? this.#staging(bytes) : null;
    if (staging && asksAny) encoder.copyBufferToBuffer(this.#memory.choices, 0, staging, 0, choiceBytes);
    if (staging && withScores)
      encoder.copyBufferToBuffer(this.#memory.scores, 0, staging, choiceBytes, scoreBytes);
    queue.submit([encoder.finish()]);
    this.counts.steps += 1;
    this.counts.submissions += 1;
    return this.#stepResult(lanes, staging, { choiceBytes, bytes, candidates });
  }

  async #stepResult(
    lanes: readonly GpuLane[],
    staging: GPUBuffer | null,
    { choiceBytes, bytes, candidates }: { choiceBytes: number; bytes: number; candidates: number },
  ): Promise<GpuStep> {
    const read = staging ? await this.#read(staging, bytes) : new ArrayBuffer();
    const words = new Uint32Array(read, 0, choiceBytes / BYTES);
    return {
      choices: lanes.map(({ asks }, lane) =>
        asks === 'nothing' ? null : choiceIn(words.subarray(lane * CHOICE_WORDS), candidates),
      ),
      scores: bytes > choiceBytes ? new Float32Array(read, choiceBytes) : null,
    };
  }

  /** Cross attention of a row's tokens from one position to another: tokens × heads × all positions of a window. */
  async attention(row: number, first: number, end: number): Promise<Float32Array> {
    const { textPositions, aligned, audioPositions } = this.shape;
    const bytes = aligned * audioPositions * 2;
    const size = (end - first) * bytes;
    if (size === 0) return new Float32Array();
    const staging = this.#staging(size);
    const encoder = this.#device.createCommandEncoder();
    encoder.copyBufferToBuffer(this.#memory.kept, (row * textPositions + first) * bytes, staging, 0, size);
    this.#device.queue.submit([encoder.finish()]);
    return fromHalfFloats(new Uint16Array(await this.#read(staging, size)));
  }

  release(): void {
    for (const buffer of this.#free) buffer.destroy();
    this.#free.length = 0;
    this.#buffers.release();
  }

  #staging(bytes: number): GPUBuffer {
    const at = this.#free.findIndex(({ size }) => size >= bytes && size <= 4 * bytes);
    const [known] = at === -1 ? [] : this.#free.splice(at, 1);
    return (
      known ??
      this.#device.createBuffer({
        size: Math.ceil(bytes / 4) * 4,
        usage: USAGE.mapRead | USAGE.copyTarget,
      })
    );
  }

  async #read(staging: GPUBuffer, bytes: number): Promise<ArrayBuffer> {
    await staging.mapAsync(MAP_READ, 0, bytes);
    const copy = staging.getMappedRange(0, bytes).slice(0);
    staging.unmap();
    this.#free.push(staging);
    this.counts.bytesRead += bytes;
    return copy;
  }
}

/** Null if the text had ended. */
function choiceIn(words: Uint32Array, candidates: number): GpuChoice | null {
  const floats = new Float32Array(words.buffer, words.byteOffset, CHOICE_WORDS);
  if (words[3] === 0) return null;
  const logarithm = (value = Number.NaN) => (value < LEAST ? Number.NEGATIVE_INFINITY : value);
  const found: GpuChoice['candidates'] = [];
  for (let at = HEAD_WORDS; at < HEAD_WORDS + CANDIDATE_WORDS * candidates; at += CANDIDATE_WORDS) {
    const token = words[at] ?? NONE;
    if (token !== NONE) found.push({ token, score: floats[at + 1] ?? Number.NaN });
  }
  return { text: logarithm(floats[0]), total: logarithm(floats[1]), candidates: found };
}
