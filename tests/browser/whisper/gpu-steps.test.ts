import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { WindowTranscript } from '../../../src/engine/asr/asr-engine.ts';
import { isFitGpu } from '../../../src/engine/asr/whisper/judge-gpu-steps.ts';
import { type LoadWhisperOptions, loadWhisperParts } from '../../../src/engine/asr/whisper/load-whisper.ts';
import type { LoadedWhisper } from '../../../src/engine/asr/whisper/loaded-whisper.ts';
import { WhisperEngine } from '../../../src/engine/asr/whisper/whisper-engine.ts';
import { GpuStepDecoder } from '../../../src/engine/kernels/gpu/gpu-step-decoder.ts';
import type { GpuTexts } from '../../../src/engine/kernels/gpu/gpu-texts.ts';
import { openGpuTexts } from '../../../src/engine/kernels/gpu/open-gpu-texts.ts';
import type { DecoderLayout } from '../../../src/engine/kernels/stepping/decoder-layout.ts';
import {
  findAudioProducts,
  findDecoderLayout,
} from '../../../src/engine/kernels/stepping/find-decoder-layout.ts';
import { configureOnnxRuntime } from '../../../src/models/device/configure-onnx.ts';
import { ExactDecoder } from '../../miniatures/exact-decoder.ts';
import { THOROUGH_TAG } from '../../runner/thorough.ts';

const MODEL = '/models/mini-whisper';
const CLIP = new URL('../../fixtures/mini/audio/en_hello.wav', import.meta.url).href;
const SAMPLE_RATE = 16_000;
const POSITIONS = 60;
/** Roundings of other orders of sums. */
const CLOSE = 1e-4;
/** The same where the keys and values of the window are floats of 16 bits. */
const CLOSE_OF_HALVES = 1e-3;

const bytesOf = async (address: string) => new Uint8Array(await (await fetch(address)).arrayBuffer());

let parts: LoadedWhisper;
let hasGpu: boolean;
let model: Uint8Array;

/** An adapter gives one device. */
async function openDevice(requiredFeatures: readonly GPUFeatureName[] = []): Promise<GPUDevice> {
  const adapter = await navigator.gpu.requestAdapter();
  const device = await adapter?.requestDevice({ requiredFeatures: [...requiredFeatures] });
  if (!device) throw new Error('The adapter gave no device.');
  return device;
}

async function open(
  change: (layout: DecoderLayout) => DecoderLayout = (layout) => layout,
  features: readonly GPUFeatureName[] = [],
) {
  const device = await openDevice(features);
  const { config } = parts.model;
  const layout = findDecoderLayout(model);
  const audio = findAudioProducts(model, config.layers);
  if (!layout || !audio) throw new Error('The miniature was not read.');
  const texts = await openGpuTexts({ device, layout: change(layout), audio, config });
  if (!texts) throw new Error('The GPU did not take the miniature.');
  return { device, layout, audio, config, texts };
}

/** The miniature on the CPU, or with its decoder's steps on a GPU. */
const load = (steps?: LoadWhisperOptions['steps']) =>
  loadWhisperParts({
    files: (path) => fetch(`${MODEL}/${path}`),
    dtype: { encoder_model: 'q8', decoder_model_merged: 'q8' },
    device: 'wasm',
    configureRuntime: (env) => configureOnnxRuntime(env, 1, 'wasm'),
    ...(steps && { steps }),
  });

const random = (count: number, seed: number) => {
  let state = seed;
  return Float32Array.from({ length: count }, () => {
    state = (state * 16_807) % 2_147_483_647;
    return (state / 2_147_483_647) * 2 - 1;
  });
};

const farthest = (a: ArrayLike<number>, b: ArrayLike<number>) =>
  Array.from(a).reduce((most, value, at) => Math.max(most, Math.abs(value - (b[at] ?? Number.NaN))), 0);

async function windowOfClip() {
  const { buffer } = await bytesOf(CLIP);
  const decoded = await new OfflineAudioContext(1, 1, SAMPLE_RATE).decodeAudioData(buffer);
  const pcm = decoded.getChannelData(0);
  const pieces = [{ windowStart: 0, fileStart: 0, duration: pcm.length / SAMPLE_RATE }];
  return { index: 0, channel: 0, pcm, pieces };
}

const wordsOf = ({ segments }: WindowTranscript) => segments.flatMap(({ words }) => words);

/** What a text of the likeliest tokens is, and how far its first choice is from it. */
async function followed(
  texts: GpuTexts,
  window: ReturnType<GpuTexts['window']>,
  first: number,
  length: number,
) {
  const { text } = await texts.start(window, [parts.model.config.startToken, first], []);
  const rules = { said: [], maxInitialTimestamp: 50 };
  const follower = texts.follow(text, rules, { temperature: 0, seed: 0, longest: length });
  const tokens: number[] = [];
  const totals: number[] = [];
  for (let choice = await follower.next(); choice; choice = await follower.next()) {
    tokens.push(choice.candidates[0]?.token ?? -1);
    totals.push(choice.total);
    if (tokens.length === length) break;
  }
  texts.stop(follower);
  texts.release(text);
  return { tokens, totals };
}

describe('decoder steps on the GPU', { tags: THOROUGH_TAG, timeout: 600_000 }, () => {
  beforeAll(async () => {
    hasGpu = Boolean(await navigator.gpu?.requestAdapter());
    model = await bytesOf(`${MODEL}/onnx/decoder_model_merged_quantized.onnx`);
    parts = await load();
  });
  afterAll(() => parts.model.dispose());

  it.for([
    { features: [], name: 'without extensions', close: CLOSE },
    { features: ['subgroups'], name: 'by subgroups', close: CLOSE },
    { features: ['shader-f16'], name: 'of halves', close: CLOSE_OF_HALVES },
  ] as const)(
    'are those of exact numbers $name, in few dispatches, of which little is read back',
    async ({ features, close }, context) => {
      if (!hasGpu) return context.skip('Left out: this browser has no WebGPU.');
      const offered = (await navigator.gpu.requestAdapter())?.features;
      if (features.some((feature) => !offered?.has(feature)))
        return context.skip('Left out: this GPU has no such extension.');
      const { config, layout, audio, texts } = await open(undefined, features);
      const { halves, subgroups } = texts.decoder.shape;
      expect({ halves, subgroups }).toEqual({
        halves: features.some((feature) => feature === 'shader-f16'),
        subgroups: features.some((feature) => feature === 'subgroups'),
      });
      const hidden = random(POSITIONS * config.heads * config.headSize, 1);
      const exact = new ExactDecoder(layout, config, { products: audio, hidden });
      const window = texts.window({ read: async () => hidden, positions: POSITIONS });
      const tokens = [config.startToken, 4, 400, 21];
      const { text, scores } = await texts.start(window, tokens, [0, 3]);
      const wanted = tokens.map((token) => exact.step(token));
      const { vocabulary } = texts.decoder.shape;
      for (const at of [0, 3])
        expect(
          farthest(scores.subarray(at * vocabulary, (at + 1) * vocabulary), wanted[at]?.scores ?? []),
        ).toBeLessThan(close);
      const kept = await texts.attention(text.row, 0, tokens.length);
      const heads = config.alignment?.heads ?? [];
      for (const [at, { attention }] of wanted.entries())
        for (const [index, [layer, head]] of heads.entries()) {
          const start = (at * heads.length + index) * config.audioPositions;
          expect(farthest(attention[layer]?.[head] ?? [1], kept.subarray(start))).toBeLessThan(0.001);
        }
      const before = { ...texts.decoder.counts };
      const follower = texts.follow(
        text,
        { said: [], maxInitialTimestamp: 50 },
        { temperature: 0, seed: 0, longest: 9 },
      );
      for (let at = 0; at < 4; at += 1) await follower.next();
      texts.stop(follower);
      const { steps, submissions, dispatches, bytesRead } = texts.decoder.counts;
      expect((dispatches - before.dispatches) / (steps - before.steps)).toBe(8 * config.layers + 4);
      expect(submissions - before.submissions).toBe(steps - before.steps);
      expect(bytesRead - before.bytesRead).toBeLessThanOrEqual((steps - before.steps) * 1024);
      texts.dispose();
    },
  );

  it('of a batch are what they are alone, and a row that ends is replaced', async (context) => {
    if (!hasGpu) return context.skip('Left out: this browser has no WebGPU.');
    const { config, texts } = await open();
    const width = config.heads * config.headSize;
    const windows = Array.from({ length: 10 }, (_, at) => {
      const hidden = random((POSITIONS + at) * width, at + 1);
      return texts.window({ read: async () => hidden, positions: POSITIONS + at });
    });
    const write = (at: number) => {
      const window = windows[at];
      if (!window) throw new Error('There is no such window.');
      return followed(texts, window, 4 + at, 3 + (at % 3));
    };
    const together = await Promise.all(windows.map((_, at) => write(at)));
    for (const at of [0, 4, 9]) {
      const alone = await write(at);
      expect(together[at]?.tokens).toEqual(alone.tokens);
      expect(farthest(together[at]?.totals ?? [], alone.totals)).toBeLessThan(CLOSE);
    }
    texts.dispose();
  });

  it('write what the CPU writes, and go on there when the GPU is lost', async (context) => {
    if (!hasGpu) return context.skip('Left out: this browser has no WebGPU.');
    const window = await windowOfClip();
    const write = (by: LoadedWhisper, quality?: 'careful') =>
      new WhisperEngine(by).transcribe(
        window,
        { language: null, languages: [], codeSwitching: false, ...(quality && { quality }) },
        new AbortController().signal,
      );
    const expectSame = (own: WindowTranscript, other: WindowTranscript) => {
      expect(wordsOf(own).map(({ word }) => word)).toEqual(wordsOf(other).map(({ word }) => word));
      for (const [at, { start, end }] of wordsOf(own).entries()) {
        expect(Math.abs(start - (wordsOf(other)[at]?.start ?? 99))).toBeLessThanOrEqual(0.0201);
        expect(Math.abs(end - (wordsOf(other)[at]?.end ?? 99))).toBeLessThanOrEqual(0.0201);
      }
    };
    const onCpu = await write(parts);
    const carefulOnCpu = await write(parts, 'careful');
    expect(wordsOf(onCpu).length).toBeGreaterThan(3);
    const device = await openDevice();
    const onGpu = await load({ device: async () => device, isFaster: () => true });
    expectSame(await write(onGpu), onCpu);
    expect(onGpu.model.lanes).toBe(10);
    expectSame(await write(onGpu, 'careful'), carefulOnCpu);
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const engine = new WhisperEngine(onGpu);
    const options = { language: null, languages: [], codeSwitching: false };
    const running = [0, 1].map((index) =>
      engine.transcribe({ ...window, index }, options, new AbortController().signal),
    );
    device.destroy();
    for (const transcript of await Promise.all(running)) expectSame(transcript, onCpu);
    expect(logged).toHaveBeenCalled();
    expect(onGpu.model.lanes).toBe(1);
    logged.mockRestore();
    await onGpu.model.dispose();
  });

  it('take windows that come together as rows of one batch, and let go of those that are cancelled', async (context) => {
    if (!hasGpu) return context.skip('Left out: this browser has no WebGPU.');
    const whole = await windowOfClip();
    const rows: number[] = [];
    const { step } = GpuStepDecoder.prototype;
    const stepped = vi.spyOn(GpuStepDecoder.prototype, 'step').mockImplementation(function (
      this: GpuStepDecoder,
      lanes,
      how,
    ) {
      rows.push(new Set(lanes.map(({ row }) => row)).size);
      return step.call(this, lanes, how);
    });
    const device = await openDevice();
    const onGpu = await load({ device: async () => device, isFaster: () => true });
    const engine = new WhisperEngine(onGpu);
    const options = { language: 'en', languages: [], codeSwitching: false };
    // Of two channels, and of different lengths; short, for a step takes the software adapter a second.
    const windowOf = (index: number) => {
      const pcm = whole.pcm.slice(0, (1.2 + 0.2 * index) * SAMPLE_RATE);
      const pieces = [{ windowStart: 0, fileStart: 0, duration: pcm.length / SAMPLE_RATE }];
      return { index, channel: index % 2, pcm, pieces };
    };
    expect(engine.windows).toBeNull();
    const { signal } = new AbortController();
    const cancelled = new AbortController();
    const together = [0, 1, 2, 3].map((index) => engine.transcribe(windowOf(index), options, signal));
    const useless = engine.transcribe(windowOf(4), options, cancelled.signal);
    const refused = Promise.allSettled([useless]);
    await vi.waitFor(() => expect(Math.max(...rows)).toBeGreaterThan(1), { timeout: 300_000 });
    cancelled.abort();
    expect(await refused).toMatchObject([{ status: 'rejected', reason: { name: 'AbortError' } }]);
    const transcripts = await Promise.all(together);
    expect(engine.windows).toBe(10);
    const onCpu = new WhisperEngine(parts);
    for (const [index, transcript] of transcripts.entries()) {
      const alone = await onCpu.transcribe(windowOf(index), options, signal);
      expect(transcript).toMatchObject({ index, channel: index % 2 });
      expect(wordsOf(transcript).map(({ word }) => word)).toEqual(wordsOf(alone).map(({ word }) => word));
    }
    stepped.mockRestore();
    await engine.dispose();
  });

  it('are left to the CPU where they differ, or take longer', async (context) => {
    if (!hasGpu) return context.skip('Left out: this browser has no WebGPU.');
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const misread = await open((layout) => ({
      ...layout,
      layers: layout.layers.map((layer) => ({ ...layer, value: layer.key })),
    }));
    const right = await open();
    const { startToken } = parts.model.config;
    const { data, dims } = parts.extractFeatures(new Float32Array(SAMPLE_RATE));
    const audio = await parts.model.encode(data, dims);
    const hidden = new Float32Array((await audio.hidden.getData()) as Float32Array);
    const judged = (texts: GpuTexts, isFaster: (...times: number[]) => boolean) =>
      isFitGpu(
        { texts, isFaster },
        texts.window({ read: async () => hidden, positions: audio.positions }),
        startToken,
        {
          start: () => parts.model.start(audio, [startToken], false),
          step: (state, token) => parts.model.step(audio, state, token, false),
        },
      );
    expect(await judged(misread.texts, () => true)).toBe(false);
    expect(logged).toHaveBeenCalledWith(expect.stringContaining('not those of the CPU'));
    expect(await judged(right.texts, () => true)).toBe(true);
    expect(await judged(right.texts, (gpu, cpu) => gpu < cpu && gpu > 0)).toBe(false);
    logged.mockRestore();
  });
});
