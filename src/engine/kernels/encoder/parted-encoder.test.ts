import { beforeAll, expect, it, vi } from 'vitest';
import {
  loadMiniWhisper,
  readClip,
  readMiniFile,
  readMiniGraph,
} from '../../../../tests/miniatures/mini-whisper.ts';
import type { LoadedWhisper } from '../../asr/whisper/loaded-whisper.ts';
import { type KernelMemory, openKernels } from '../kernel-memory.ts';
import { KeptSession } from '../runtime/kept-session.ts';
import type { OrtSession } from '../runtime/onnx-sessions.ts';
import { capturedRuntime } from '../runtime/runtime-capture.ts';
import { RuntimeMemory } from '../runtime/runtime-memory.ts';
import { type CutEncoder, cutEncoder } from './cut-encoder.ts';
import { compareAttention, PartedEncoder } from './parted-encoder.ts';
import { shortenEncoder } from './shorten-encoder.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const SHAPE = { heads: 4, size: 32 };
let parts: LoadedWhisper;
let memory: RuntimeMemory;
let kernels: KernelMemory;
let cut: CutEncoder;
let whole: OrtSession;

async function open(model: Uint8Array): Promise<OrtSession> {
  const { InferenceSession } = await import('onnxruntime-web');
  return new KeptSession(await InferenceSession.create(model), memory, () => true);
}

beforeAll(async () => {
  parts = await loadMiniWhisper();
  const runtime = capturedRuntime();
  const opened = await openKernels();
  if (!runtime || !opened) throw new Error('The runtime was not captured.');
  memory = new RuntimeMemory(runtime);
  kernels = opened;
  const model = shortenEncoder(await readMiniGraph('encoder_model'));
  const found = model && cutEncoder(model);
  if (!found) throw new Error('The miniature was not cut.');
  cut = found;
  whole = await open(model);
});

it('is cut at each attention: what goes on beside it is carried', () => {
  expect(cut.attentions).toHaveLength(3);
  expect(cut.parts).toHaveLength(4);
  expect(cut.parts[0]?.inputs).toEqual([]);
  expect(cut.parts.at(-1)?.outputs).toEqual(['last_hidden_state']);
  // The context of the attention, and what it is added to.
  for (const part of cut.parts.slice(1)) expect(part.inputs).toHaveLength(2);
});

it.each([30, 4, 1])('gives what the whole graph gives of %i s, and keeps nothing', async (seconds) => {
  const sessions = await Promise.all(cut.parts.map(({ model }) => open(model)));
  const parted = new PartedEncoder(sessions, cut, SHAPE, { memory, kernels });
  const pcm = (await readClip('en_hello.wav')).subarray(0, seconds * 16_000);
  const { data, dims } = parts.extractFeatures(pcm, seconds);
  const { Tensor } = await import('onnxruntime-web');
  const feeds = { input_features: new Tensor('float32', data, [...dims]) };
  const run = async (session: OrtSession) => {
    const { last_hidden_state: hidden } = await session.run(feeds, ['last_hidden_state']);
    const numbers = Float32Array.from((await hidden?.getData()) as Float32Array);
    hidden?.dispose();
    return numbers;
  };
  const wanted = await run(whole);
  const live = memory.liveValues;
  const found = await run(parted);
  expect(memory.liveValues).toBe(live);
  expect(found).toHaveLength(wanted.length);
  const size = Math.sqrt(wanted.reduce((sum, value) => sum + value ** 2, 0));
  const off = Math.sqrt(wanted.reduce((sum, value, at) => sum + (value - (found[at] ?? 0)) ** 2, 0));
  expect(off / size).toBeLessThan(0.02);
  await parted.release();
});

it('is compared with the graph: one that scales its queries is refused', async () => {
  const [first] = cut.attentions;
  if (!first) throw new Error('There is an attention.');
  const attention = await open(cut.attention);
  const live = memory.liveValues;
  await compareAttention(attention, first, SHAPE, { memory, kernels });
  const scaled: OrtSession = {
    ...attention,
    inputNames: attention.inputNames,
    run: async (feeds, outputs) =>
      attention.run({ ...feeds, [first.query]: feeds[first.keys] ?? fail() }, outputs),
  };
  await expect(compareAttention(scaled, first, SHAPE, { memory, kernels })).rejects.toThrow('another one');
  const wider = { heads: 2, size: 64 };
  await expect(compareAttention(attention, first, wider, { memory, kernels })).rejects.toThrow('another one');
  expect(memory.liveValues).toBe(live);
});

it.each(['onnx/decoder_model_merged_quantized.onnx', 'tokenizer.json'])('leaves %s alone', async (path) => {
  expect(cutEncoder(await readMiniFile(path))).toBeNull();
});

function fail(): never {
  throw new Error('There are keys.');
}
