import type { WindowTranscript } from '../../../src/engine/asr/asr-engine.ts';
import type { LoadWhisperOptions } from '../../../src/engine/asr/whisper/load-whisper.ts';
import type { LoadedWhisper } from '../../../src/engine/asr/whisper/loaded-whisper.ts';
import { WhisperEngine } from '../../../src/engine/asr/whisper/whisper-engine.ts';
import { WhisperModel } from '../../../src/engine/asr/whisper/whisper-model.ts';
import type { SpeechWindow } from '../../../src/engine/audio/windows/speech-window.ts';
import { GpuStepDecoder } from '../../../src/engine/kernels/gpu/gpu-step-decoder.ts';
import { type OrtSession, readFloats } from '../../../src/engine/kernels/sessions.ts';
import { transformersRuntime } from '../../../src/engine/onnx/transformers-runtime.ts';
import { openFloatDecoder } from './float-decoder.ts';

export type ClipWindow = SpeechWindow & { language: string };

export interface WrittenClip {
  words: { word: string; start: number; end: number }[];
  tokens: number[];
}

export interface ComparedTexts {
  /** Of one decoder each, by clip. */
  floats: WrittenClip[];
  gpu: WrittenClip[];
  /** Of the GPU again, one after the other: as many of the first clips as were asked for. */
  alone: WrittenClip[];
  /** Most texts of a step. */
  rows: number;
  /** Milliseconds of all clips. */
  milliseconds: { floats: number; gpu: number };
  steps: number;
}

/** What differs between a browser and others. */
export interface Platform {
  device: GPUDevice;
  load: (steps?: LoadWhisperOptions['steps']) => Promise<LoadedWhisper>;
  /** The merged decoder. */
  decoder: () => Promise<Uint8Array>;
}

/** Writes windows with the decoder on the GPU, all at a time, and with one on the CPU whose weights are floats. */
export async function compareTexts(
  windows: readonly ClipWindow[],
  alone: number,
  { device, load, decoder }: Platform,
): Promise<ComparedTexts> {
  const onGpu = await load({ device: async () => device, isFaster: () => true });
  const { step } = GpuStepDecoder.prototype;
  let rows = 0;
  let steps = 0;
  GpuStepDecoder.prototype.step = function (lanes, how) {
    rows = Math.max(rows, new Set(lanes.map(({ row }) => row)).size);
    steps += 1;
    return step.call(this, lanes, how);
  };
  const gpu = await timed(() => Promise.all(windows.map((window) => write(onGpu, window))));
  const again = await writeInTurn(onGpu, windows.slice(0, alone));
  GpuStepDecoder.prototype.step = step;
  if (onGpu.model.lanes === 1) throw new Error('The GPU was left.');
  await onGpu.model.dispose();
  const onCpu = await load();
  const model = await floatModel(onCpu, await decoder());
  const floats = await timed(() => writeInTurn({ ...onCpu, model }, windows));
  await model.dispose();
  return {
    floats: floats.value,
    gpu: gpu.value,
    alone: again,
    rows,
    steps,
    milliseconds: { floats: floats.milliseconds, gpu: gpu.milliseconds },
  };
}

async function timed<Value>(work: () => Promise<Value>) {
  const startedAt = performance.now();
  const value = await work();
  return { value, milliseconds: performance.now() - startedAt };
}

/** The same encoder, and the decoder's graph with its weights as floats. */
async function floatModel({ model }: LoadedWhisper, merged: Uint8Array): Promise<WhisperModel> {
  const decoder = await openFloatDecoder(merged);
  const encoder: OrtSession = {
    inputNames: ['input_features'],
    outputNames: ['last_hidden_state'],
    inputMetadata: [],
    release: () => model.dispose(),
    async run({ input_features: features }) {
      if (!features) throw new Error('There are no features.');
      const { hidden } = await model.encode(await readFloats(features), features.dims);
      const { Tensor } = transformersRuntime();
      const copy = new Tensor('float32', await readFloats(hidden), [...hidden.dims]);
      hidden.dispose();
      return { last_hidden_state: copy };
    },
  };
  return new WhisperModel(encoder, decoder, model.config);
}

async function writeInTurn(parts: LoadedWhisper, windows: readonly ClipWindow[]) {
  const written: WrittenClip[] = [];
  for (const window of windows) written.push(await write(parts, window));
  return written;
}

/** By an engine of its own, for the tokens that it reads last. */
async function write(parts: LoadedWhisper, { language, ...window }: ClipWindow): Promise<WrittenClip> {
  const { text } = parts;
  let tokens: number[] = [];
  const recorded = new Proxy(text, {
    get(_, name) {
      const value: unknown = Reflect.get(text, name);
      if (typeof value !== 'function') return value;
      if (name !== 'textOf') return value.bind(text);
      return (read: readonly number[]) => {
        tokens = [...read];
        return text.textOf(tokens);
      };
    },
  });
  const engine = new WhisperEngine({ ...parts, text: recorded });
  const options = { language, languages: [], codeSwitching: false };
  const transcript = await engine.transcribe(window, options, new AbortController().signal);
  return { words: wordsOf(transcript), tokens };
}

const wordsOf = ({ segments }: WindowTranscript) =>
  segments.flatMap(({ words }) => words.map(({ word, start, end }) => ({ word, start, end })));
