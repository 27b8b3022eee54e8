import { loadWhisperParts } from '../../../src/engine/asr/whisper/load-whisper.ts';
import { parseWhisperConfig, type WhisperConfig } from '../../../src/engine/asr/whisper/whisper-config.ts';
import { openGpuTexts } from '../../../src/engine/kernels/gpu/open-gpu-texts.ts';
import type { ByteProduct, DecoderLayout } from '../../../src/engine/kernels/stepping/decoder-layout.ts';
import {
  findAudioProducts,
  findDecoderLayout,
} from '../../../src/engine/kernels/stepping/find-decoder-layout.ts';
import { judgeAdapter } from '../../../src/models/device/capabilities.ts';
import { configureOnnxRuntime } from '../../../src/models/device/configure-onnx.ts';
import { type ComparedTexts, compareTexts } from './compare-texts.ts';
import { openDevice } from './open-device.ts';

export interface StepBatch {
  /** The built-in Whisper base, or made-up weights of the shape of another, such as large-v3-turbo. */
  shape: 'tiny' | 'base' | 'small' | 'turbo';
  rows: number;
  tokens: number;
  /** Of each window. */
  positions: number;
}

interface Sizes {
  layers: number;
  heads: number;
}

export interface Clip {
  file: string;
  language: string;
}

/** What a token of each row of a batch costs. */
export interface StepCosts {
  adapter: string;
  /** Of one step. */
  dispatches: number;
  submissions: number;
  /** Read back for a row and a token. */
  bytesRead: number;
  /** Milliseconds of a token of one row, the rows together. */
  milliseconds: number;
  /** On the GPU, of weights and of all rows. */
  bytes: number;
}

declare global {
  var gpuSteps: {
    /** Whether the adapter computes on the CPU. */
    isSoftware: () => Promise<boolean>;
    measure: (batch: StepBatch) => Promise<StepCosts>;
    compare: (clips: readonly Clip[], alone: number) => Promise<ComparedTexts & { adapter: string }>;
  };
}

const MODEL = '/whisper-base';
const SAMPLE_RATE = 16_000;
/** Of each clip: on the software adapter a step takes seconds. */
const MOST_SECONDS = 5;

/** Sizes of the decoders of other Whispers. A head has 64 values in all of them, and the inner layer four times the width. */
const MADE_UP: Record<Exclude<StepBatch['shape'], 'base'>, Sizes> = {
  tiny: { layers: 4, heads: 6 },
  small: { layers: 12, heads: 12 },
  turbo: { layers: 4, heads: 20 },
};
const HEAD_SIZE = 64;
const VOCABULARY = 51_866;

/** Weights that mean nothing and cost what real ones do. */
function madeUp({ layers, heads }: Sizes): {
  layout: DecoderLayout;
  audio: { key: ByteProduct; value: ByteProduct }[];
} {
  const width = heads * HEAD_SIZE;
  const product = (rows: number, columns: number, name = ''): ByteProduct => ({
    weights: {
      name,
      rows,
      columns,
      signed: false,
      bytes: anyBytes(rows * columns),
      transposed: name !== '',
    },
    scales: new Float32Array(columns).fill(1 / (64 * Math.sqrt(rows))),
    zeros: new Float32Array(columns).fill(127.5),
    bias: null,
  });
  const norm = { weights: new Float32Array(width).fill(1), bias: new Float32Array(width), epsilon: 1e-5 };
  const table = (name: string) => {
    const rows = { name, size: width, row: () => new Float32Array(width), kept: () => rows };
    return rows;
  };
  const square = product(width, width);
  const layer = {
    selfNorm: norm,
    query: square,
    key: square,
    value: square,
    selfOut: square,
    crossNorm: norm,
    crossQuery: square,
    crossOut: square,
    norm,
    up: product(width, 4 * width),
    down: product(4 * width, width),
  };
  return {
    layout: {
      tokens: table('tokens'),
      positions: table('positions'),
      layers: Array.from({ length: layers }, () => layer),
      norm,
      scores: product(width, VOCABULARY, 'tokens'),
    },
    audio: Array.from({ length: layers }, () => ({ key: square, value: square })),
  };
}

function anyBytes(length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  for (let at = 0; at < length; at += 1) bytes[at] = Math.imul(at, 2_654_435_761) >>> 24;
  return bytes;
}

async function readDecoder(): Promise<Uint8Array> {
  const file = await fetch(`${MODEL}/onnx/decoder_model_merged_quantized.onnx`);
  return new Uint8Array(await file.arrayBuffer());
}

async function readClip({ file, language }: Clip, index: number) {
  const bytes = await (await fetch(`/clips/${file}`)).arrayBuffer();
  const decoded = await new OfflineAudioContext(1, 1, SAMPLE_RATE).decodeAudioData(bytes);
  const pcm = decoded.getChannelData(0).slice(0, MOST_SECONDS * SAMPLE_RATE);
  const pieces = [{ windowStart: 0, fileStart: 0, duration: pcm.length / SAMPLE_RATE }];
  return { index, channel: 0, pcm, pieces, language };
}

function builtIn(model: Uint8Array, { layers }: WhisperConfig) {
  const layout = findDecoderLayout(model);
  const audio = findAudioProducts(model, layers);
  return layout && audio && { layout, audio };
}

async function open(shape: StepBatch['shape']) {
  const read = async (path: string) => fetch(`${MODEL}/${path}`);
  const base = parseWhisperConfig(
    await (await read('config.json')).json(),
    await (await read('generation_config.json')).json(),
  );
  const model = await readDecoder();
  const config =
    shape === 'base' ? base : { ...base, ...MADE_UP[shape], headSize: HEAD_SIZE, alignment: null };
  const weights = shape === 'base' ? builtIn(model, config) : madeUp(MADE_UP[shape]);
  if (!weights) throw new Error('There is no decoder for the GPU.');
  const { device, name } = await openDevice();
  const texts = await openGpuTexts({ device, ...weights, config });
  if (!texts) throw new Error('The GPU did not take the decoder.');
  return { texts, config, adapter: name };
}

let opened: { shape: StepBatch['shape']; parts: ReturnType<typeof open> } | null = null;

globalThis.gpuSteps = {
  async compare(clips, alone) {
    const { device, name } = await openDevice();
    const windows = await Promise.all(clips.map(readClip));
    const compared = await compareTexts(windows, alone, {
      device,
      load: (steps) =>
        loadWhisperParts({
          files: (path) => fetch(`${MODEL}/${path}`),
          dtype: { encoder_model: 'q8', decoder_model_merged: 'q8' },
          device: 'wasm',
          configureRuntime: (env) => configureOnnxRuntime(env, 1, 'wasm'),
          ...(steps && { steps }),
        }),
      decoder: readDecoder,
    });
    return { ...compared, adapter: name };
  },
  async isSoftware() {
    const adapter = await navigator.gpu?.requestAdapter({ powerPreference: 'high-performance' });
    return !adapter || !judgeAdapter(adapter).supported;
  },
  async measure({ shape, rows, tokens, positions }) {
    if (opened?.shape !== shape) {
      await opened?.parts.then(({ texts }) => texts.dispose());
      opened = { shape, parts: open(shape) };
    }
    const { texts, config, adapter } = await opened.parts;
    const { counts, bytes } = texts.decoder;
    const width = config.heads * config.headSize;
    // The cost does not depend on the sound.
    const hidden = new Float32Array(positions * width).fill(0.1);
    const started = await Promise.all(
      Array.from({ length: rows }, () =>
        texts.start(texts.window({ read: async () => hidden, positions }), [config.startToken], []),
      ),
    );
    const followers = started.map(({ text }) =>
      texts.follow(
        text,
        { said: [], maxInitialTimestamp: 50 },
        { temperature: 1, seed: 1, longest: tokens + 4 },
      ),
    );
    const all = () => Promise.all(followers.map((follower) => follower.next()));
    // The first compiles the shaders.
    await all();
    const before = { ...counts };
    const startedAt = performance.now();
    let read = 0;
    for (let token = 0; token < tokens; token += 1)
      read += (await all()).filter((choice) => choice !== null).length;
    const milliseconds = (performance.now() - startedAt) / Math.max(read, 1);
    const steps = counts.steps - before.steps;
    for (const follower of followers) texts.stop(follower);
    for (const { text } of started) {
      texts.release(text);
      texts.leaveWindow(text.window);
    }
    return {
      adapter,
      dispatches: (counts.dispatches - before.dispatches) / steps,
      submissions: (counts.submissions - before.submissions) / steps,
      bytesRead: (counts.bytesRead - before.bytesRead) / Math.max(read, 1),
      milliseconds,
      bytes,
    };
  },
};
