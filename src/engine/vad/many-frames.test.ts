import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { readClip } from '../../../tests/miniatures/mini-whisper.ts';
import { manyFrames } from './many-frames.ts';
import { type ConfigureRuntime, SileroVad } from './silero-vad.ts';
import { VAD_FRAME_SAMPLES } from './vad-frame.ts';

const { resolve } = createRequire(import.meta.url);
const runtimeFile = (name: string) =>
  pathToFileURL(resolve(`onnxruntime-web/ort-wasm-simd-threaded.${name}`)).href;
const configure: ConfigureRuntime = ({ wasm }, threads) => {
  wasm.wasmPaths = { mjs: runtimeFile('mjs'), wasm: runtimeFile('wasm') };
  wasm.numThreads = threads;
};

let published: Uint8Array;
/** A clip twice with silence between, in which the model detects nothing. */
let pcm: Float32Array;
let frames: number;

beforeAll(async () => {
  published = new Uint8Array(await readFile(resolve('@ricky0123/vad-web/dist/silero_vad_v5.onnx')));
  const clip = await readClip('en_hello.wav');
  const clips = [clip, new Float32Array(16_000), clip];
  const joined = Float32Array.from(clips.flatMap((clip) => [...clip]));
  frames = Math.floor(joined.length / VAD_FRAME_SAMPLES);
  pcm = joined.slice(0, frames * VAD_FRAME_SAMPLES);
});

/** Processor time does not belong here: the machine may be busy. */
async function heard(vad: SileroVad, atOnce: number): Promise<number[]> {
  const memory = vad.createMemory();
  const found: number[] = [];
  for (let from = 0; from < frames; from += atOnce) {
    const samples = pcm.slice(from * VAD_FRAME_SAMPLES, (from + atOnce) * VAD_FRAME_SAMPLES);
    const asked = vad.probabilities(samples, memory);
    // What it was given may change as soon as it waits.
    samples.fill(1);
    found.push(...(await asked));
  }
  return found;
}

const largestDifference = (a: readonly number[], b: readonly number[]) =>
  Math.max(...a.map((value, index) => Math.abs(value - (b[index] ?? Number.NaN))));

describe('voice activity of many frames in one run', () => {
  it('is that of the published graph, frame by frame', async () => {
    const expected = await heard(await SileroVad.open(published, configure, () => null), 1);
    expect(Math.max(...expected)).toBeGreaterThan(0.9);
    expect(expected.filter((value) => value === 0).length).toBeGreaterThan(10);
    const vad = await SileroVad.open(published, configure);
    for (const atOnce of [7, 1_000]) {
      const found = await heard(vad, atOnce);
      expect(found).toHaveLength(expected.length);
      expect(largestDifference(found, expected)).toBeLessThan(1e-5);
    }
  });

  it('takes a last frame that is incomplete as if silence followed', async () => {
    const vad = await SileroVad.open(published, configure);
    const cut = pcm.slice(0, 9 * VAD_FRAME_SAMPLES + 500);
    const filled = new Float32Array(10 * VAD_FRAME_SAMPLES);
    filled.set(cut);
    const [short, long] = [vad.createMemory(), vad.createMemory()];
    const found = await vad.probabilities(cut, short);
    expect(found).toHaveLength(10);
    expect(found).toEqual(await vad.probabilities(filled, long));
    expect(short).toEqual(long);
  });

  it('needs few runs', async () => {
    const { InferenceSession } = await import('onnxruntime-web/wasm');
    const create = vi.spyOn(InferenceSession, 'create');
    const vad = await SileroVad.open(published, configure);
    const session = await create.mock.results[0]?.value;
    const run = vi.spyOn(session, 'run');
    await heard(vad, frames);
    expect(create).toHaveBeenCalledTimes(1);
    expect(run.mock.calls.length).toBeLessThan(frames / 32);
    create.mockRestore();
  });

  it('is the same for bytes whose slices are views, as those of Node’s files', async () => {
    const ofCopies = manyFrames(published) ?? new Uint8Array();
    expect(ofCopies.length).toBeGreaterThan(1_000_000);
    // `toEqual` takes seconds for so many.
    expect(Buffer.compare(manyFrames(Buffer.from(published)) ?? new Uint8Array(), ofCopies)).toBe(0);
  });

  it('is heard frame by frame where the model is another one or cannot be opened', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    expect(manyFrames(new Uint8Array([1, 2, 3]))).toBeNull();
    const whisper = new URL(
      '../../../tests/fixtures/mini/mini-whisper/onnx/encoder_model_quantized.onnx',
      import.meta.url,
    );
    expect(manyFrames(new Uint8Array(await readFile(whisper)))).toBeNull();
    const broken = await SileroVad.open(published, configure, () => new Uint8Array([1, 2, 3]));
    const expected = await heard(await SileroVad.open(published, configure), 31);
    expect(largestDifference(await heard(broken, 31), expected)).toBeLessThan(1e-5);
  });
});
