import { readFile } from 'node:fs/promises';
import type { RecognisedWord, WindowTranscript } from '../../src/engine/asr/asr-engine.ts';
import type { LoadWhisperOptions } from '../../src/engine/asr/whisper/load-whisper.ts';
import type { LoadedWhisper } from '../../src/engine/asr/whisper/loaded-whisper.ts';
import type { AlignmentHeads } from '../../src/engine/asr/whisper/whisper-config.ts';
import type { SpeechWindow } from '../../src/engine/audio/windows/speech-window.ts';
import { configureNodeRuntime, filesIn, useWasmRuntime } from './node-runtime.ts';
import { readWav } from './read-wav.ts';
import { AUDIO } from './truth.ts';

const MODEL = new URL('../../tests/fixtures/mini/mini-whisper/', import.meta.url);

/** How the miniature is loaded in Node. */
export const MINI_WHISPER: LoadWhisperOptions = {
  files: filesIn(MODEL),
  dtype: { encoder_model: 'q8', decoder_model_merged: 'q8' },
  device: 'wasm',
  configureRuntime: configureNodeRuntime,
};

export async function loadMiniWhisper(alignment?: AlignmentHeads): Promise<LoadedWhisper> {
  await useWasmRuntime();
  const { loadWhisperParts } = await import('../../src/engine/asr/whisper/load-whisper.ts');
  return loadWhisperParts(MINI_WHISPER, alignment);
}

/** One of the miniature's files. */
export async function readMiniFile(path: string): Promise<Uint8Array> {
  return new Uint8Array(await (await MINI_WHISPER.files(path)).arrayBuffer());
}

/** One of its graphs, `encoder_model` or `decoder_model_merged`. */
export const readMiniGraph = (name: string): Promise<Uint8Array> =>
  readMiniFile(`onnx/${name}_quantized.onnx`);

export async function readClip(file: string, channel = 0): Promise<Float32Array> {
  const channels = readWav(await readFile(new URL(file, AUDIO)));
  const pcm = channels[channel];
  if (!pcm) throw new Error(`${file} has no channel ${channel}.`);
  return pcm;
}

/** A window with one piece that starts at second `fileStart` of the file. */
export function windowOf(pcm: Float32Array, fileStart = 0): SpeechWindow {
  const pieces = [{ windowStart: 0, fileStart, duration: pcm.length / 16_000 }];
  return { index: 0, channel: 0, pcm, pieces };
}

/** A window with one piece per part; long pauses between them can be left out. */
export function windowOfParts(parts: readonly { pcm: Float32Array; fileStart: number }[]): SpeechWindow {
  const pcm = new Float32Array(parts.reduce((sum, part) => sum + part.pcm.length, 0));
  const pieces: SpeechWindow['pieces'] = [];
  let at = 0;
  for (const part of parts) {
    pcm.set(part.pcm, at);
    pieces.push({ windowStart: at / 16_000, fileStart: part.fileStart, duration: part.pcm.length / 16_000 });
    at += part.pcm.length;
  }
  return { index: 0, channel: 0, pcm, pieces };
}

export const wordsOf = (transcript: WindowTranscript): RecognisedWord[] =>
  transcript.segments.flatMap(({ words }) => words);
export const textOf = (transcript: WindowTranscript): string =>
  wordsOf(transcript)
    .map(({ word }) => word)
    .join('')
    .trim();

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
