import type { InferenceSession } from 'onnxruntime-web';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import project from '../../../../package.json' with { type: 'json' };
import {
  loadMiniWhisper,
  MINI_WHISPER,
  readClip,
  readMiniGraph,
  textOf,
  windowOf,
} from '../../../../tests/miniatures/mini-whisper.ts';
import { KeptSession } from '../../kernels/runtime/kept-session.ts';
import { capturedRuntime, captureRuntime, KNOWN_RUNTIME } from '../../kernels/runtime/runtime-capture.ts';
import { RuntimeMemory } from '../../kernels/runtime/runtime-memory.ts';
import { releaseState, releaseText } from '../../kernels/stepping/decoder-state.ts';
import { namingShortage } from '../../onnx/naming-shortage.ts';
import type { TranscribeOptions } from '../asr-engine.ts';
import type { DecoderOutput } from './decoder-output.ts';
import type { LoadedWhisper } from './loaded-whisper.ts';
import { WhisperEngine } from './whisper-engine.ts';
import type { WhisperModel } from './whisper-model.ts';

// The machine may be busy; nothing here measures time.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const CLIP = 'en_hello.wav';
const NEVER = new AbortController().signal;
const OPTIONS: TranscribeOptions = { language: null, languages: [], codeSwitching: false };

let parts: LoadedWhisper;
let memory: RuntimeMemory;
let plain: WhisperModel;
let kept: WhisperModel;

beforeAll(async () => {
  parts = await loadMiniWhisper();
  const runtime = capturedRuntime();
  if (!runtime) throw new Error('The runtime was not captured.');
  memory = new RuntimeMemory(runtime);
  const { InferenceSession } = await import('onnxruntime-web');
  const { WhisperModel } = await import('./whisper-model.ts');
  const open = async (file: string): Promise<InferenceSession> =>
    InferenceSession.create(await readMiniGraph(file));
  const encoder = await open('encoder_model');
  const decoder = await open('decoder_model_merged');
  plain = new WhisperModel(encoder, decoder, parts.model.config);
  kept = new WhisperModel(
    new KeptSession(encoder, memory, () => true),
    new KeptSession(decoder, memory, (output) => output.startsWith('present.')),
    parts.model.config,
  );
});

afterAll(() => parts.model.dispose());

/** Everything that decoding reads from a model: prefix, steps, hypotheses that change places, one more pass. */
async function outputs(model: WhisperModel) {
  const { data, dims } = parts.extractFeatures(await readClip(CLIP));
  const audio = await model.encode(data, dims);
  const { startToken, endToken } = model.config;
  const numbers: Float32Array[] = [];
  const note = ({ logits, attention }: DecoderOutput) => {
    numbers.push(logits);
    if (attention) numbers.push(attention);
  };
  const start = await model.start(audio, [startToken, 4, 5], true);
  note(start);
  let output = start;
  for (const token of [7, 11, 13]) {
    const next = await model.step(audio, output.state, token, true);
    if (output !== start) releaseText(output.state);
    note(next);
    output = next;
  }
  for (const continuations of [
    [3, 5, 8].map((token) => ({ row: 0, token })),
    [2, 0, 2, 1].map((row) => ({ row, token: row + 9 })),
    [0, 1, 2, 3].map((row) => ({ row, token: row + 9 })),
  ]) {
    const next = await model.stepRows(audio, output.state, continuations, true);
    releaseText(output.state);
    note(next);
    output = next;
  }
  numbers.push(await model.replay(audio, [startToken, 4, 5, endToken]));
  for (const { state } of [start, output]) {
    releaseState(state);
  }
  model.release(audio);
  return numbers;
}

const bytesOf = (values: Float32Array = new Float32Array()) => {
  const { buffer, byteOffset, byteLength } = values;
  return Buffer.from(new Uint8Array(buffer, byteOffset, byteLength));
};

describe('a cache that stays in the memory of the runtime', () => {
  it('gives the same logits and attention as one that is copied at each step, and is freed', async () => {
    const expected = await outputs(plain);
    const found = await outputs(kept);
    expect(found).toHaveLength(expected.length);
    for (const [index, values] of expected.entries()) {
      expect(values.every(Number.isFinite)).toBe(true);
      expect(bytesOf(values).equals(bytesOf(found[index]))).toBe(true);
    }
    expect(memory.liveValues).toBe(0);
  });

  it('cannot be used after it was freed', async () => {
    const value = memory.create('float32', [2, 3]);
    value.dispose();
    value.dispose();
    expect(memory.liveValues).toBe(0);
    expect(() => value.copy()).toThrow('was disposed of');
  });

  it('says what the runtime says of a failed run', async () => {
    const { InferenceSession, Tensor } = await import('onnxruntime-web');
    const response = await MINI_WHISPER.files('onnx/encoder_model_quantized.onnx');
    const session = await InferenceSession.create(new Uint8Array(await response.arrayBuffer()), {
      logSeverityLevel: 4,
    });
    const wrong = new KeptSession(session, memory, () => true);
    const feeds = { input_features: new Tensor('float32', new Float32Array(6), [1, 2, 3]) };
    await expect(wrong.run(feeds, ['last_hidden_state'])).rejects.toThrow(/dimension/i);
    expect(memory.liveValues).toBe(0);
  });

  it.each([
    ['a transcription', OPTIONS],
    ['a careful one', { ...OPTIONS, quality: 'careful' }],
    ['one with code switching and vocabulary', { ...OPTIONS, codeSwitching: true, prompt: 'Hello there.' }],
  ] satisfies [string, TranscribeOptions][])(
    'is freed after %s, which has the same words',
    async (_, options) => {
      const window = windowOf(await readClip(CLIP));
      const transcript = await new WhisperEngine({ ...parts, model: kept }).transcribe(
        window,
        options,
        NEVER,
      );
      expect(textOf(transcript)).not.toBe('');
      expect(transcript.fallbacks).toBeUndefined();
      expect(memory.liveValues).toBe(0);
      const copied = await new WhisperEngine({ ...parts, model: plain, copiesCache: true }).transcribe(
        window,
        options,
        NEVER,
      );
      expect(copied.segments).toEqual(transcript.segments);
      expect(copied.fallbacks).toEqual(['copied-cache']);
    },
  );

  it('is freed after a transcription that was cancelled', async () => {
    const controller = new AbortController();
    const { step } = kept;
    const stopped = vi.spyOn(kept, 'step').mockImplementationOnce((...read) => {
      controller.abort();
      return step.apply(kept, read);
    });
    const engine = new WhisperEngine({ ...parts, model: kept });
    await expect(
      engine.transcribe(windowOf(await readClip(CLIP)), OPTIONS, controller.signal),
    ).rejects.toThrow('cancelled');
    stopped.mockRestore();
    expect(memory.liveValues).toBe(0);
  });
});

/** Takes all memory that the runtime can still get. Returns what gives it back. */
function fillMemory(): () => void {
  const { module } = memory;
  const taken: number[] = [];
  for (let bytes = 2 ** 29; bytes >= 4096; ) {
    const pointer = module._malloc(bytes);
    if (pointer === 0) bytes /= 2;
    else taken.push(pointer);
  }
  return () => {
    for (const pointer of taken) module._free(pointer);
  };
}

describe('the runtime whose memory is used', () => {
  it('names a model that it has no room for, and loads it once it has', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const empty = fillMemory();
    try {
      await expect(namingShortage('Whisper', () => loadMiniWhisper())).rejects.toMatchObject({
        code: 'internal',
        message: expect.stringContaining('not enough memory left to load Whisper.'),
      });
    } finally {
      empty();
    }
    const again = await loadMiniWhisper();
    const engine = new WhisperEngine(again);
    const transcript = await engine.transcribe(windowOf(await readClip(CLIP)), OPTIONS, NEVER);
    expect(textOf(transcript)).toContain('Hello');
    await again.model.dispose();
    vi.restoreAllMocks();
  });

  it('is the one in package.json: its interface was compared', async () => {
    const { env } = await import('@huggingface/transformers');
    expect(project.dependencies['onnxruntime-web']).toBe(KNOWN_RUNTIME);
    expect(env.backends.onnx.versions?.web).toBe(KNOWN_RUNTIME);
    expect(parts.copiesCache).toBe(false);
  });

  it.each([
    ['another version', { mjs: '/a.mjs', wasm: '/a.wasm' }, '1.32.0'],
    ['one of no version', { mjs: '/a.mjs', wasm: '/a.wasm' }, undefined],
    ['one whose files are not known', undefined, KNOWN_RUNTIME],
    ['one in an unknown folder', '/runtime/', KNOWN_RUNTIME],
  ])('is left alone if it is %s', (_, wasmPaths, version) => {
    const wasm = { wasmPaths };
    captureRuntime({ wasm, version });
    expect(wasm.wasmPaths).toBe(wasmPaths);
  });

  it('runs as before where its interface lacks something', () => {
    const slot = Symbol.for('earshot.captured-runtime');
    const capture = Object.getOwnPropertyDescriptor(globalThis, slot);
    Object.defineProperty(globalThis, slot, { value: { module: { _OrtRun: () => 0 } }, configurable: true });
    expect(capturedRuntime()).toBeNull();
    Object.defineProperty(globalThis, slot, capture ?? {});
    expect(capturedRuntime()).not.toBeNull();
  });
});
