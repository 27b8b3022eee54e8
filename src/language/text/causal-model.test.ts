import type { InferenceSession } from 'onnxruntime-web';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { configureNodeRuntime, filesIn, useWasmRuntime } from '../../../tests/miniatures/node-runtime.ts';
import { CancellationPoint } from '../../engine/decoding/cancellation-point.ts';
import { KeptSession } from '../../engine/kernels/runtime/kept-session.ts';
import type { OrtSession } from '../../engine/kernels/runtime/onnx-sessions.ts';
import {
  capturedRuntime,
  captureRuntime,
  KNOWN_RUNTIME,
} from '../../engine/kernels/runtime/runtime-capture.ts';
import { RuntimeMemory } from '../../engine/kernels/runtime/runtime-memory.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const MODEL = new URL('../../../tests/fixtures/mini/mini-llm/', import.meta.url);
const never = () => new CancellationPoint(new AbortController().signal);
/** Any tokens of the miniature's vocabulary. */
const text = (length: number, from = 0) => Array.from({ length }, (_, at) => 10 + ((from + at * 7) % 900));

let CausalModel: typeof import('./causal-model.ts').CausalModel;
let plain: InferenceSession;
let memory: RuntimeMemory;
let kept: KeptSession;

beforeAll(async () => {
  await useWasmRuntime();
  // After the runtime that transformers.js is to have.
  ({ CausalModel } = await import('./causal-model.ts'));
  const { env, InferenceSession } = await import('onnxruntime-web');
  configureNodeRuntime(env);
  captureRuntime({ wasm: env.wasm, version: KNOWN_RUNTIME });
  const graph = await (await filesIn(MODEL)('onnx/model_quantized.onnx')).arrayBuffer();
  plain = await InferenceSession.create(new Uint8Array(graph));
  const runtime = capturedRuntime();
  if (!runtime) throw new Error('The runtime was not captured.');
  memory = new RuntimeMemory(runtime);
  kept = new KeptSession(plain, memory, () => true);
});

afterAll(() => plain.release());

/** A model, and how many tokens each of its runs read. */
function counting(session: OrtSession) {
  const read: number[] = [];
  const counted: OrtSession = {
    inputNames: session.inputNames,
    outputNames: session.outputNames,
    inputMetadata: session.inputMetadata,
    release: async () => undefined,
    run: (feeds, outputs) => {
      read.push(feeds.input_ids?.dims[1] ?? 0);
      return session.run(feeds, outputs);
    },
  };
  return { model: new CausalModel(counted, { atOnce: 256 }), read };
}

const inMemory = (): OrtSession => kept;
const copied = (): OrtSession => plain;

describe.each([
  ['in the memory of the runtime', inMemory],
  ['copied at each run', copied],
])('what a language model remembers, %s', (_, session) => {
  it('is read in parts, and says the same as all at once', async () => {
    const long = text(400);
    const { model, read } = counting(session());
    const scores = await model.read(long, never());
    expect(read).toEqual([256, 144]);
    const alone = counting(session());
    let expected = await alone.model.read(long.slice(0, 1), never());
    for (const token of long.slice(1)) expected = await alone.model.next(token);
    expect(best(scores)).toBe(best(expected));
    await model.dispose();
    await alone.model.dispose();
    expect(memory.liveValues).toBe(0);
  });

  it('is not read again where the next text begins alike', async () => {
    const begin = text(120);
    const first = [...begin, ...text(30, 5)];
    const second = [...begin, ...text(40, 11)];
    const { model, read } = counting(session());
    await model.read(first, never());
    await model.next(33);
    const scores = await model.read(second, never());
    expect(read).toEqual([150, 1, 40]);
    const fresh = counting(session());
    expect(best(scores)).toBe(best(await fresh.model.read(second, never())));
    // The same again: its last token is read for its scores.
    await model.read(second, never());
    expect(read.at(-1)).toBe(1);
    await model.dispose();
    await fresh.model.dispose();
    expect(memory.liveValues).toBe(0);
  });

  it('serves no text that begins otherwise', async () => {
    const { model, read } = counting(session());
    await model.read(text(50), never());
    await model.read(text(20, 3), never());
    expect(read).toEqual([50, 20]);
    await model.dispose();
    expect(memory.liveValues).toBe(0);
  });

  it('stays as it was where reading is stopped', async () => {
    const { model, read } = counting(session());
    await model.read(text(50), never());
    const stopped = new CancellationPoint(AbortSignal.abort());
    await expect(model.read([...text(50), 1, 2, 3], stopped)).rejects.toThrow();
    await model.read([...text(50), 1, 2], never());
    expect(read).toEqual([50, 2]);
    await model.dispose();
  });
});

it('makes what was written less likely, if the publisher asks for it', async () => {
  const { writeLikeliest } = await import('./write-likeliest.ts');
  const { model } = counting(plain);
  const prompt = text(12);
  const style = { ends: new Set<number>(), maximumTokens: 40, onToken: () => undefined, signal: undefined };
  const usual = await writeLikeliest(model, prompt, { ...style, repetitionPenalty: 1 });
  const varied = await writeLikeliest(model, prompt, { ...style, repetitionPenalty: 5 });
  expect(new Set(varied.tokens).size).toBeGreaterThan(new Set(usual.tokens).size);
  await model.dispose();
});

it('reads a text anew where its memory does not tell one token from the next', async () => {
  const { Tensor } = await import('onnxruntime-web');
  const read: number[][] = [];
  const tensor = (dims: number[]) =>
    new Tensor('float32', new Float32Array(dims.reduce((a, b) => a * b, 1)), dims);
  const input = (name: string, shape: (number | string)[]) => ({
    name,
    isTensor: true as const,
    type: 'float32' as const,
    shape,
  });
  const session: OrtSession = {
    inputNames: ['input_ids', 'past_key_values.0.key', 'past_conv.0'],
    outputNames: ['logits', 'present.0.key', 'present_conv.0'],
    inputMetadata: [
      input('past_key_values.0.key', ['batch', 2, 'past', 4]),
      input('past_conv.0', ['batch', 8, 3]),
    ],
    release: async () => undefined,
    async run(feeds) {
      expect(feeds['past_conv.0']?.dims).toEqual([1, 8, 3]);
      const known = feeds['past_key_values.0.key']?.dims[2] ?? 0;
      const count = feeds.input_ids?.dims[1] ?? 0;
      read.push([known, count]);
      return {
        logits: tensor([1, count, 5]),
        'present.0.key': tensor([1, 2, known + count, 4]),
        'present_conv.0': tensor([1, 8, 3]),
      };
    },
  };
  const model = new CausalModel(session, { atOnce: 256 });
  await model.read([1, 2, 3], never());
  await model.read([1, 2, 3, 4, 5], never());
  await model.read([1, 2, 9], never());
  expect(read).toEqual([
    [0, 3],
    [3, 2],
    [0, 3],
  ]);
});

it('reads fewer tokens at once of a model with more words', async () => {
  const { readAtOnce } = await import('./causal-model.ts');
  expect([1_648, 49_152, 151_936].map(readAtOnce)).toEqual([1024, 813, 263]);
});

it('refuses a graph that remembers nothing', () => {
  const session: OrtSession = {
    inputNames: ['input_ids'],
    outputNames: ['logits'],
    inputMetadata: [],
    release: async () => undefined,
    run: async () => ({}),
  };
  expect(() => new CausalModel(session, { atOnce: 256 })).toThrow(
    expect.objectContaining({ code: 'model_missing' }),
  );
});

const best = (scores: Float32Array): number => scores.indexOf(Math.max(...scores));
