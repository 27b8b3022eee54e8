import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { PROJECT_ROOT } from '../../src/cli/project-root.ts';
import type { EncodedAudio } from '../../src/engine/asr/whisper/decoder-output.ts';
import type { LoadedWhisper } from '../../src/engine/asr/whisper/loaded-whisper.ts';
import type { WhisperModel } from '../../src/engine/asr/whisper/whisper-model.ts';
import type { OrtSession } from '../../src/engine/kernels/runtime/onnx-sessions.ts';
import { releaseState, releaseText } from '../../src/engine/kernels/stepping/decoder-state.ts';
import { samplesOf, WHISPER_BASE } from '../accuracy/whisper/whisper-part.ts';
import { median } from '../accuracy/word-time-error.ts';
import { configureNodeRuntime, filesIn, useWasmRuntime } from '../miniatures/node-runtime.ts';
import type { Figure } from '../runner/figure.ts';
import { pairedSteps } from './paired-steps.ts';

const section = 'steps';
const FOLDER = join(PROJECT_ROOT, '../shared/models', WHISPER_BASE);
const SPEECH = 'leopard/test.wav';
const STEPS = 40;
const ROUNDS = 5;
/** Any text: a step costs the same whatever it reads. */
const FIRST_TEXT_TOKEN = 400;

interface Steps {
  /** Processor time of one, ms. */
  cpu: number;
  logits: Float32Array[];
}

/**
 * Processor time of a window's encoder and of a decoder step of Whisper base with its real weights, in Node and with one thread, in turn: by the kernels, by the
 * graph with the cache kept in the runtime's memory, and by the graph with the cache copied at each step as through the package's own
 * interface; and of one with two windows against two steps of the graph.
 */
export async function steps(): Promise<Figure[]> {
  if (!existsSync(FOLDER)) {
    console.log(`Left out: ${FOLDER} is not here.`);
    return [];
  }
  await useWasmRuntime();
  const { loadWhisperParts } = await import('../../src/engine/asr/whisper/load-whisper.ts');
  const { WhisperModel: Model } = await import('../../src/engine/asr/whisper/whisper-model.ts');
  const { keptSessions } = await import('../../src/engine/kernels/runtime/kept-sessions.ts');
  const { InferenceSession } = await import('onnxruntime-web');
  const files = filesIn(pathToFileURL(`${FOLDER}/`));
  const parts = await loadWhisperParts({
    files,
    dtype: { encoder_model: 'q8', decoder_model_merged: 'q8' },
    device: 'wasm',
    configureRuntime: configureNodeRuntime,
  });
  if (parts.copiesCache) throw new Error('The cache was not kept.');
  const open = async (file: string): Promise<OrtSession> =>
    InferenceSession.create(new Uint8Array(await (await files(`onnx/${file}_quantized.onnx`)).arrayBuffer()));
  const copying = new Model(
    await open('encoder_model'),
    await open('decoder_model_merged'),
    parts.model.config,
  );
  const { data, dims } = parts.extractFeatures(samplesOf(SPEECH));
  const sessions = keptSessions(await open('encoder_model'), await open('decoder_model_merged'), 'wasm');
  if (!sessions) throw new Error('The runtime was not captured.');
  const { encoder, decoder } = sessions;
  const ways = { own: parts.model, kept: new Model(encoder, decoder, parts.model.config), copied: copying };
  const audio = {
    own: await ways.own.encode(data, dims),
    kept: await ways.kept.encode(data, dims),
    copied: await ways.copied.encode(data, dims),
  };
  const rounds: { own: Steps; kept: Steps; copied: Steps }[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const own = await step(ways.own, audio.own);
    const kept = await step(ways.kept, audio.kept);
    const copied = await step(ways.copied, audio.copied);
    const times = [own, kept, copied].map(({ cpu }) => cpu.toFixed(1));
    console.log(`  kernels ${times[0]} ms, kept ${times[1]} ms, copied ${times[2]} ms`);
    // The first one warms up.
    if (round > 0) rounds.push({ own, kept, copied });
  }
  const encodings: { own: number; kept: number }[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const own = await encoding(ways.own, data, dims);
    const kept = await encoding(ways.kept, data, dims);
    console.log(`  encoder: kernels ${(own / 1000).toFixed(2)} s, graph ${(kept / 1000).toFixed(2)} s`);
    if (round > 0) encodings.push({ own, kept });
  }
  const features = await featureTimes(samplesOf(SPEECH), parts);
  const differences = rounds.flatMap(({ kept, copied }) =>
    kept.logits.map((row, at) => largestDifference(row, copied.logits[at])),
  );
  return [
    {
      section,
      name: 'a step by the kernels, processor time',
      value: median(rounds.map(({ own }) => own.cpu)),
      unit: 'ms',
    },
    {
      section,
      name: 'the same, of the time of the graph with the cache kept',
      value: median(rounds.map(({ own, kept }) => own.cpu / kept.cpu)) * 100,
      unit: '%',
    },
    {
      section,
      name: 'the encoder with the attention of the kernels, of the time of its graph',
      value: median(encodings.map(({ own, kept }) => own / kept)) * 100,
      unit: '%',
    },
    {
      section,
      name: "a window's features, of the time of those of transformers.js",
      value: median(features.map(({ own, published }) => own / published)) * 100,
      unit: '%',
    },
    {
      section,
      name: 'a step with the cache kept, processor time',
      value: median(rounds.map(({ kept }) => kept.cpu)),
      unit: 'ms',
    },
    {
      section,
      name: 'the same, of the time with the cache copied',
      value: median(rounds.map(({ kept, copied }) => kept.cpu / copied.cpu)) * 100,
      unit: '%',
      atMost: 75,
    },
    {
      section,
      name: 'largest difference of a logit between the two',
      value: Math.max(...differences),
      unit: '',
      atMost: 0,
    },
    ...(await pairedSteps({ ...parts, model: ways.kept }, section)),
  ];
}

/** Processor time of a window's features with and without the library, ms; throws Error if they differ. */
async function featureTimes(pcm: Float32Array, { extractFeatures }: LoadedWhisper) {
  const { WhisperFeatureExtractor } = await import('@huggingface/transformers');
  const config: unknown = JSON.parse(await readFile(join(FOLDER, 'preprocessor_config.json'), 'utf8'));
  const extractor = new WhisperFeatureExtractor(config);
  const published = async () => Float32Array.from((await extractor._call(pcm)).input_features.data);
  const [ours, theirs] = [extractFeatures(pcm).data, await published()];
  if (largestDifference(ours, theirs) > 1e-4) throw new Error('The features differ.');
  const rounds: { own: number; published: number }[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const own = await processorTime(() => extractFeatures(pcm));
    const library = await processorTime(published);
    console.log(`  features: own ${own.toFixed(0)} ms, library ${library.toFixed(0)} ms`);
    if (round > 0) rounds.push({ own, published: library });
  }
  return rounds;
}

/** Processor time of a window's encoder, ms. */
async function encoding(model: WhisperModel, data: Float32Array, dims: readonly number[]): Promise<number> {
  let audio: EncodedAudio | null = null;
  const time = await processorTime(async () => {
    audio = await model.encode(data, dims);
  });
  if (audio) model.release(audio);
  return time;
}

/** ms. */
async function processorTime(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

async function step(model: WhisperModel, audio: EncodedAudio): Promise<Steps> {
  const start = await model.start(audio, [model.config.startToken], true);
  let { state } = start;
  const logits: Float32Array[] = [];
  const before = process.cpuUsage();
  for (let index = 0; index < STEPS; index += 1) {
    const next = await model.step(audio, state, FIRST_TEXT_TOKEN + index, true);
    releaseText(state);
    state = next.state;
    logits.push(next.logits);
  }
  const { user, system } = process.cpuUsage(before);
  releaseState(state);
  return { cpu: (user + system) / 1000 / STEPS, logits };
}

function largestDifference(a: Float32Array, b: Float32Array | undefined): number {
  if (a.length !== b?.length) return Number.POSITIVE_INFINITY;
  return a.reduce((largest, value, at) => Math.max(largest, Math.abs(value - (b[at] ?? Number.NaN))), 0);
}
