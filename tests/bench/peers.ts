import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import type { AsrEngine } from '../../src/engine/asr/asr-engine.ts';
import { ENGLISH_ZIPFORMER } from '../accuracy/load-english-zipformer.ts';
import { countWordErrors, sumWordErrors, wordErrorRate } from '../accuracy/word-error-rate.ts';
import { median } from '../accuracy/word-time-error.ts';
import { configureNodeRuntime, useWasmRuntime } from '../miniatures/node-runtime.ts';
import { readWav } from '../miniatures/read-wav.ts';
import type { Figure } from '../runner/figure.ts';
import type { BenchOptions } from './bench-setup.ts';
import { fetchPackages } from './fetch-packages.ts';

const section = 'peers';
const SHERPA = 'sherpa-onnx@1.13.8';
const AUDIO = new URL('../../../shared/audio/', import.meta.url);
const CLIPS = [
  'whisper.cpp/jfk.wav',
  'leopard/test.wav',
  'leopard/diarization_test.wav',
  'pocketsphinx/sense_and_sensibility_01_austen_64kb-0870.wav',
  'pocketsphinx/sense_and_sensibility_01_austen_64kb-0880.wav',
  'pocketsphinx/sense_and_sensibility_01_austen_64kb-0890.wav',
];
const RATE = 16_000;
/** sherpa-onnx's streams end in what they have not yet read. */
const TAIL = new Float32Array(RATE);
const LEAST_ROUNDS = 3;

interface Clip {
  pcm: Float32Array;
  truth: string;
}
type Recognise = (pcm: Float32Array) => Promise<string>;

/**
 * The small English zipformer in Earshot's own loop and in sherpa-onnx's WASM build: the same files, in Node, on one thread each, in
 * turn. sherpa-onnx comes from the package registry on the first run.
 */
export async function peers({ repeats }: BenchOptions): Promise<Figure[]> {
  const sherpa = existsSync(ENGLISH_ZIPFORMER) ? openSherpa() : null;
  if (!sherpa) {
    console.log(`Left out: it needs ${fileURLToPath(ENGLISH_ZIPFORMER)} and ${SHERPA} from the registry.`);
    return [];
  }
  await useWasmRuntime();
  const { engine, recognise: ours } = await openOurs();
  const clips = await readClips();
  const ways: [string, Recognise][] = [
    ['Earshot', ours],
    ['sherpa-onnx', sherpa],
  ];
  const took: number[][] = [[], []];
  const errors: number[] = [];
  // The first round warms up.
  for (let round = 0; round <= Math.max(LEAST_ROUNDS, repeats); round++) {
    for (const [index, [name, recognise]] of ways.entries()) {
      const { milliseconds, errorRate } = await measure(recognise, clips);
      console.log(
        `  ${name}: ${milliseconds.toFixed(0)} ms of processor time, ${(errorRate * 100).toFixed(1)}% word errors`,
      );
      if (round > 0) took[index]?.push(milliseconds);
      errors[index] = errorRate;
    }
  }
  await engine.dispose();
  const [own = [], theirs = []] = took;
  const seconds = clips.reduce((sum, { pcm }) => sum + pcm.length / RATE, 0);
  const figure = (name: string, value: number, unit: string) => ({ section, name, value, unit });
  return [
    figure('English read aloud', seconds, 's'),
    figure('processor time with sherpa-onnx', median(theirs), 'ms'),
    figure('processor time with Earshot', median(own), 'ms'),
    figure('the second of the first', (median(own) / median(theirs)) * 100, '%'),
    figure('word errors of sherpa-onnx', (errors[1] ?? 1) * 100, '%'),
    { ...figure('word errors of Earshot', (errors[0] ?? 1) * 100, '%'), atMost: (errors[1] ?? 0) * 100 },
  ];
}

async function measure(recognise: Recognise, clips: readonly Clip[]) {
  const before = process.cpuUsage();
  const texts: string[] = [];
  for (const { pcm } of clips) texts.push(await recognise(pcm));
  const { user, system } = process.cpuUsage(before);
  const errors = clips.map(({ truth }, index) => countWordErrors(truth, texts[index] ?? ''));
  return { milliseconds: (user + system) / 1000, errorRate: wordErrorRate(sumWordErrors(errors)) };
}

async function readClips(): Promise<Clip[]> {
  const manifest = z
    .array(z.object({ file: z.string(), text: z.string().nullish() }))
    .parse(JSON.parse(await readFile(new URL('manifest.json', AUDIO), 'utf8')));
  return Promise.all(
    CLIPS.map(async (file) => {
      const [pcm = new Float32Array()] = readWav(await readFile(new URL(file, AUDIO)));
      return { pcm, truth: manifest.find((clip) => clip.file === file)?.text ?? '' };
    }),
  );
}

async function openOurs(): Promise<{ engine: AsrEngine; recognise: Recognise }> {
  const { loadEnglishZipformer } = await import('../accuracy/load-english-zipformer.ts');
  const engine = await loadEnglishZipformer(undefined, configureNodeRuntime);
  const recognise: Recognise = async (pcm) => {
    const transcript = await engine.transcribe(
      { index: 0, channel: 0, pcm, pieces: [{ windowStart: 0, fileStart: 0, duration: pcm.length / RATE }] },
      { language: 'en', languages: [], codeSwitching: false },
      new AbortController().signal,
    );
    return transcript.segments.flatMap(({ words }) => words.map(({ word }) => word)).join('');
  };
  return { engine, recognise };
}

/** What of sherpa-onnx's interface is used; its streams and results are objects of its own. */
interface SherpaStream {
  acceptWaveform(rate: number, samples: Float32Array): void;
  inputFinished(): void;
  free(): void;
}
interface Sherpa {
  createOnlineRecognizer(config: unknown): {
    createStream(): SherpaStream;
    isReady(stream: SherpaStream): boolean;
    decode(stream: SherpaStream): void;
    getResult(stream: SherpaStream): { text: string };
  };
}

/** Null if the package cannot be had. */
function openSherpa(): Recognise | null {
  const folder = fetchPackages('peers', [SHERPA]);
  if (!folder) return null;
  const sherpa: Sherpa = createRequire(`${folder}/`)(SHERPA.replace(/@.*/, ''));
  const path = (file: string) => fileURLToPath(new URL(file, ENGLISH_ZIPFORMER));
  const recogniser = sherpa.createOnlineRecognizer({
    modelConfig: {
      transducer: {
        encoder: path('encoder.int8.onnx'),
        decoder: path('decoder.onnx'),
        joiner: path('joiner.int8.onnx'),
      },
      tokens: path('tokens.txt'),
      numThreads: 1,
      provider: 'cpu',
    },
    featConfig: { sampleRate: RATE, featureDim: 80 },
    decodingMethod: 'greedy_search',
  });
  return async (pcm) => {
    const stream = recogniser.createStream();
    stream.acceptWaveform(RATE, pcm);
    stream.acceptWaveform(RATE, TAIL);
    stream.inputFinished();
    while (recogniser.isReady(stream)) recogniser.decode(stream);
    const { text } = recogniser.getResult(stream);
    stream.free();
    return text.toLowerCase();
  };
}
