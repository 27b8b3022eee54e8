import type { DecoderOutput } from '../../src/engine/asr/whisper/decoder-output.ts';
import { decodeText, type ReadPrefix } from '../../src/engine/asr/whisper/decoding/decode-text.ts';
import { prefillDecoder } from '../../src/engine/asr/whisper/decoding/prefill-decoder.ts';
import { applyTimestampRules } from '../../src/engine/asr/whisper/decoding/timestamp-rules.ts';
import type { LoadedWhisper } from '../../src/engine/asr/whisper/loaded-whisper.ts';
import { CancellationPoint } from '../../src/engine/decoding/cancellation-point.ts';
import { argmax } from '../../src/engine/decoding/token-probabilities.ts';
import type { OrtTensor } from '../../src/engine/kernels/runtime/onnx-sessions.ts';
import { RuntimeValue } from '../../src/engine/kernels/runtime/runtime-memory.ts';
import {
  type DecoderState,
  releaseState,
  releaseText,
} from '../../src/engine/kernels/stepping/decoder-state.ts';
import { SAMPLE_RATE } from '../accuracy/whisper/write-wav.ts';
import { median } from '../accuracy/word-time-error.ts';
import type { Figure } from '../runner/figure.ts';
import { denseSpeech } from './dense-speech.ts';

const PAIRS = 8;
/** In samples. */
const WINDOW = 28 * SAMPLE_RATE;
/** The models' own: the first timestamp is at most 1 s. */
const MAX_INITIAL_TIMESTAMP = 50;

/** A window with its text as it is decoded alone. */
interface Heard {
  prefix: ReadPrefix;
  tokens: readonly number[];
}

/** What the steps of two windows gave. */
interface Reading {
  /** Processor time of them all, ms. */
  cpu: number;
  /** By step, for each of the two. */
  logits: Float32Array[][];
}

interface Pair {
  /** Of the processor time of steps with one window each. */
  cost: number;
  /** Largest difference of a logit, by step and window. */
  differences: number[];
  /** For each window, whether greedy decoding takes another token anywhere. */
  changed: boolean[];
}

/**
 * Two windows of one recording in the same decoder steps, against each in steps of its own, in turn: what it saves, and
 * whether their texts stay. Both ways read the tokens that greedy decoding gives each window alone.
 */
export async function pairedSteps(parts: LoadedWhisper, section: string): Promise<Figure[]> {
  const pcm = denseSpeech((2 * PAIRS * WINDOW) / SAMPLE_RATE, 0.2);
  const pairs: Pair[] = [];
  for (let index = 0; index < PAIRS; index += 1) {
    const heard = [await hear(parts, pcm, 2 * index), await hear(parts, pcm, 2 * index + 1)];
    pairs.push(await comparePair(parts, heard));
    for (const { prefix } of heard) {
      releaseState(prefix.state);
      parts.model.release(prefix.audio);
    }
  }
  const windows = pairs.flatMap(({ changed }) => changed);
  return [
    {
      section,
      name: 'two windows in one step, of the time of two steps',
      value: median(pairs.map(({ cost }) => cost)) * 100,
      unit: '%',
    },
    {
      section,
      name: 'largest difference of a logit then, median',
      value: median(pairs.flatMap(({ differences }) => differences)),
      unit: '',
    },
    {
      section,
      name: 'windows whose text is another then',
      value: (windows.filter(Boolean).length / windows.length) * 100,
      unit: '%',
    },
  ];
}

async function hear(parts: LoadedWhisper, pcm: Float32Array, index: number): Promise<Heard> {
  const { data, dims } = parts.extractFeatures(pcm.slice(index * WINDOW, (index + 1) * WINDOW));
  const audio = await parts.model.encode(data, dims);
  const { prefix } = await prefillDecoder(parts, audio, {
    language: { language: 'en', confidence: 1 },
    allowed: [],
    prompt: '',
    frames: audio.positions,
  });
  const decoding = await decodeText(
    parts.model,
    prefix,
    {
      temperature: 0,
      draw: () => 0,
      maxInitialTimestamp: MAX_INITIAL_TIMESTAMP,
      frames: audio.positions,
      mostTokens: 0,
    },
    new CancellationPoint(new AbortController().signal),
  );
  return { prefix, tokens: decoding.tokens };
}

async function comparePair(parts: LoadedWhisper, heard: readonly Heard[]): Promise<Pair> {
  const steps = Math.min(...heard.map(({ tokens }) => tokens.length));
  const alone = await readAlone(parts, heard, steps);
  const together = await readTogether(parts, heard, steps);
  console.log(
    `  two windows, ${steps} steps: together ${(together.cpu / steps).toFixed(1)} ms, ` +
      `one after the other ${(alone.cpu / steps).toFixed(1)} ms`,
  );
  const { config } = parts.model;
  const choice = (logits: Float32Array, said: readonly number[]) => {
    const allowed = logits.slice();
    applyTimestampRules(allowed, said, config, MAX_INITIAL_TIMESTAMP);
    return argmax(allowed);
  };
  const changed = heard.map(({ tokens }, row) =>
    alone.logits.some((_, step) => {
      const said = tokens.slice(0, step + 1);
      return choice(rowOf(alone, step, row), said) !== choice(rowOf(together, step, row), said);
    }),
  );
  const differences = alone.logits.flatMap((rows, step) =>
    rows.map((logits, row) => largestDifference(logits, rowOf(together, step, row))),
  );
  return { cost: together.cpu / alone.cpu, differences, changed };
}

async function readAlone(parts: LoadedWhisper, heard: readonly Heard[], steps: number): Promise<Reading> {
  const states = heard.map(({ prefix }) => prefix.state);
  return timed(steps, async (step) => {
    const logits: Float32Array[] = [];
    for (const [row, { prefix, tokens }] of heard.entries()) {
      const before = states[row] ?? prefix.state;
      const output = await parts.model.step(prefix.audio, before, tokens[step] ?? 0, true);
      if (before !== prefix.state) releaseText(before);
      states[row] = output.state;
      logits.push(output.logits);
    }
    if (step === steps - 1) for (const state of states) releaseText(state);
    return logits;
  });
}

async function readTogether(parts: LoadedWhisper, heard: readonly Heard[], steps: number): Promise<Reading> {
  const [first, second] = heard;
  if (!first || !second) throw new Error('A pair has two windows.');
  let state: DecoderState = {
    ...first.prefix.state,
    text: bothRows(first.prefix.state.text, second.prefix.state.text),
    audio: bothRows(first.prefix.state.audio, second.prefix.state.audio),
  };
  try {
    return await timed(steps, async (step) => {
      const next = heard.map(({ tokens }, row) => ({ row, token: tokens[step] ?? 0 }));
      // The audio's keys and values have two rows as well, so that each text attends to its own.
      const output: DecoderOutput = await parts.model.stepRows(first.prefix.audio, state, next, true);
      releaseText(state);
      state = output.state;
      const { logits, vocabulary } = output;
      return heard.map((_, row) => logits.subarray(row * vocabulary, (row + 1) * vocabulary));
    });
  } finally {
    releaseState(state);
  }
}

/** Processor time counts the whole process; nothing else runs in it. */
async function timed(steps: number, read: (step: number) => Promise<Float32Array[]>): Promise<Reading> {
  const logits: Float32Array[][] = [];
  const before = process.cpuUsage();
  for (let step = 0; step < steps; step += 1) logits.push(await read(step));
  const { user, system } = process.cpuUsage(before);
  return { cpu: (user + system) / 1000, logits };
}

/** Tensors of one row each, joined in the runtime's memory. */
function bothRows(
  first: Readonly<Record<string, OrtTensor>>,
  second: Readonly<Record<string, OrtTensor>>,
): Record<string, OrtTensor> {
  const joined = Object.entries(first).map(([name, one]) => {
    const other = second[name];
    if (!(one instanceof RuntimeValue && other instanceof RuntimeValue)) {
      throw new Error(`${name} was not kept in the runtime's memory.`);
    }
    const both = one.rows([0, 0]);
    const bytes = other.bytes();
    both.bytes().set(bytes, bytes.length);
    return [name, both] as const;
  });
  return Object.fromEntries(joined);
}

function rowOf({ logits }: Reading, step: number, row: number): Float32Array {
  const found = logits[step]?.[row];
  if (!found) throw new Error(`Step ${step} has no row ${row}.`);
  return found;
}

function largestDifference(a: Float32Array, b: Float32Array): number {
  return a.reduce((largest, value, at) => Math.max(largest, Math.abs(value - (b[at] ?? Number.NaN))), 0);
}
