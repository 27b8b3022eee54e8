import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { AsrEngine } from '../../src/engine/asr/asr-engine.ts';
import { firKernel, scalarKernel } from '../../src/engine/audio/fir-kernel.ts';
import { Resampler } from '../../src/engine/audio/resampler.ts';
import type { SpeechWindow } from '../../src/engine/audio/windows/speech-window.ts';
import { SpeechWindowReader } from '../../src/engine/audio/windows/speech-window-reader.ts';
import { SileroVad } from '../../src/engine/vad/silero-vad.ts';
import { VAD_FRAME_SAMPLES } from '../../src/engine/vad/vad-frame.ts';
import { type ByteSource, blobSource } from '../../src/lib/bytes/byte-source.ts';
import { ENGLISH_ZIPFORMER, loadEnglishZipformer } from '../accuracy/load-english-zipformer.ts';
import { SAMPLE_RATE, wavBytes } from '../accuracy/whisper/write-wav.ts';
import { median } from '../accuracy/word-time-error.ts';
import { configureNodeRuntime } from '../miniatures/node-runtime.ts';
import type { Figure } from '../runner/figure.ts';
import type { BenchOptions } from './bench-setup.ts';
import { denseSpeech } from './dense-speech.ts';

const section = 'audio';
const SECONDS = 60;
const STEREO_RATE = 44_100;
const LEAST_ROUNDS = 5;
/** Half a second, in samples. */
const BLOCK = 16 * VAD_FRAME_SAMPLES;
/** Places in the header of a WAVE file. */
const WAV = { channels: 22, rate: 24, byteRate: 28, frameBytes: 32 };

const { resolve } = createRequire(import.meta.url);

/**
 * What a recording costs before it is recognised, in Node on one thread, as processor time and in turn: the resampler's loop in vectors
 * against the same without them, identical channels against one, voice activity in many frames a run against one, and all of it against
 * recognition with the small English model.
 */
export async function audio({ repeats }: BenchOptions): Promise<Figure[]> {
  if (!existsSync(ENGLISH_ZIPFORMER)) {
    console.log('Left out: ../shared is not here.');
    return [];
  }
  const rounds = Math.max(LEAST_ROUNDS, repeats);
  const speech = denseSpeech(SECONDS, 0.2).slice(0, SECONDS * SAMPLE_RATE);
  return [
    ...(await resampling(rounds)),
    ...(await voiceActivity(speech, rounds)),
    ...(await wholeJob(speech, rounds)),
  ];
}

async function resampling(rounds: number): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const rate of [44_100, 48_000]) {
    const input = Float32Array.from({ length: rate * 10 }, (_, index) => Math.sin(index * index * 1e-5));
    const through = (kernelOf: typeof firKernel) => () => {
      const resampler = new Resampler(rate, SAMPLE_RATE, { kernelOf });
      for (let at = 0; at < input.length; at += rate) resampler.push(input.subarray(at, at + rate));
    };
    const [vectors = 0, plain = 0] = await inTurn(rounds, [through(firKernel), through(scalarKernel)]);
    figures.push({
      section,
      name: `resampling from ${rate / 1000} kHz, faster in vectors by`,
      value: plain / vectors,
      unit: '×',
      atLeast: 5,
    });
  }
  return figures;
}

async function voiceActivity(speech: Float32Array, rounds: number): Promise<Figure[]> {
  const published = new Uint8Array(await readFile(resolve('@ricky0123/vad-web/dist/silero_vad_v5.onnx')));
  const many = await SileroVad.open(published, configureNodeRuntime);
  const single = await SileroVad.open(published, configureNodeRuntime, () => null);
  // As they arrive: blocks of half a second.
  const hear = (vad: SileroVad) => async () => {
    const memory = vad.createMemory();
    for (let at = 0; at < speech.length; at += BLOCK) {
      await vad.probabilities(speech.subarray(at, at + BLOCK), memory);
    }
  };
  const [together = 0, apart = 0] = await inTurn(rounds, [hear(many), hear(single)]);
  return [
    {
      section,
      name: 'voice activity of many frames a run, of the time of single frames',
      value: (together / apart) * 100,
      unit: '%',
      atMost: 50,
    },
  ];
}

async function wholeJob(speech: Float32Array, rounds: number): Promise<Figure[]> {
  const vad = await SileroVad.open(
    new Uint8Array(await readFile(resolve('@ricky0123/vad-web/dist/silero_vad_v5.onnx'))),
    configureNodeRuntime,
  );
  const engine = await loadEnglishZipformer(undefined, configureNodeRuntime);
  const mono = wavBytes(speech);
  const figures: Figure[] = [];
  for (const [name, file, atMost] of [
    ['16 kHz, one channel', mono],
    ['44.1 kHz, two identical channels', stereo(speech), 10],
  ] as const) {
    const source = blobSource(new Blob([file]));
    let windows: SpeechWindow[] = [];
    const [reading = 0, recognition = 0] = await inTurn(rounds, [
      async () => {
        windows = await windowsOf(source, vad);
      },
      () => recognise(engine, windows),
    ]);
    console.log(
      `  ${name}: ${reading.toFixed(0)} ms of processor before recognition, ${recognition.toFixed(0)} ms in it`,
    );
    figures.push({
      section,
      name: `${SECONDS} s of ${name}: audio's share of decoding, recognition included`,
      value: (reading / (reading + recognition)) * 100,
      unit: '%',
      ...(atMost !== undefined && { atMost }),
    });
  }
  await engine.dispose();
  return figures;
}

async function windowsOf(source: ByteSource, vad: SileroVad): Promise<SpeechWindow[]> {
  const reader = await SpeechWindowReader.open(source, vad, { separateUtterances: false });
  const windows: SpeechWindow[] = [];
  for (let next = await reader.next(); next; next = await reader.next()) windows.push(next);
  await reader.close();
  return windows;
}

async function recognise(engine: AsrEngine, windows: readonly SpeechWindow[]): Promise<void> {
  const { signal } = new AbortController();
  for (const window of windows) {
    const { segments } = await engine.transcribe(
      window,
      { language: 'en', languages: [], codeSwitching: false },
      signal,
    );
    if (segments.length === 0) throw new Error('A window of speech has no words.');
  }
}

/** The same speech in both channels, as many recorders write it. */
function stereo(speech: Float32Array): Buffer<ArrayBuffer> {
  const resampler = new Resampler(SAMPLE_RATE, STEREO_RATE);
  const parts = [resampler.push(speech), resampler.finish()];
  const both = new Float32Array(parts.reduce((sum, { length }) => sum + length * 2, 0));
  let at = 0;
  for (const sample of parts.flatMap((part) => [...part])) {
    both[at++] = sample;
    both[at++] = sample;
  }
  const file = wavBytes(both);
  file.writeUInt16LE(2, WAV.channels);
  file.writeUInt32LE(STEREO_RATE, WAV.rate);
  file.writeUInt32LE(STEREO_RATE * 4, WAV.byteRate);
  file.writeUInt16LE(4, WAV.frameBytes);
  return file;
}

/** Median processor time of each way in ms, one after the other in every round; the first round warms up. */
async function inTurn(rounds: number, ways: readonly (() => unknown)[]): Promise<number[]> {
  const took = ways.map((): number[] => []);
  for (let round = 0; round <= rounds; round += 1) {
    for (const [index, way] of ways.entries()) {
      const before = process.cpuUsage();
      await way();
      const { user, system } = process.cpuUsage(before);
      if (round > 0) took[index]?.push((user + system) / 1000);
    }
  }
  return took.map(median);
}
