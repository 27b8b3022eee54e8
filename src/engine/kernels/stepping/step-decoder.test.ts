import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  loadMiniWhisper,
  readClip,
  readMiniGraph,
  textOf,
  windowOf,
} from '../../../../tests/miniatures/mini-whisper.ts';
import { correlation } from '../../../../tests/runner/correlation.ts';
import type { LoadedWhisper } from '../../asr/whisper/loaded-whisper.ts';
import type { WhisperModel } from '../../asr/whisper/whisper-model.ts';
import { openKernels } from '../kernel-memory.ts';
import { KeptSession } from '../runtime/kept-session.ts';
import type { OrtSession } from '../runtime/onnx-sessions.ts';
import { capturedRuntime } from '../runtime/runtime-capture.ts';
import { RuntimeMemory } from '../runtime/runtime-memory.ts';
import { releaseState, releaseText } from './decoder-state.ts';
import { findDecoderLayout } from './find-decoder-layout.ts';
import type { StepDecoder } from './step-decoder.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const CLIP = 'en_hello.wav';
const TOKENS = [7, 11, 13, 400, 21, 900];

let parts: LoadedWhisper;
let stepper: StepDecoder;
/** The same model, with steps of its graph. */
let graph: WhisperModel;
let own: WhisperModel;
let sessions: { encoder: OrtSession; decoder: OrtSession };

beforeAll(async () => {
  parts = await loadMiniWhisper();
  const runtime = capturedRuntime();
  const kernels = await openKernels();
  if (!runtime || !kernels) throw new Error('The runtime was not captured.');
  const memory = new RuntimeMemory(runtime);
  const { InferenceSession } = await import('onnxruntime-web');
  const open = async (file: string, keeps: (output: string) => boolean) =>
    new KeptSession(await InferenceSession.create(await readMiniGraph(file)), memory, keeps);
  const encoder = await open('encoder_model', () => true);
  const decoder = await open('decoder_model_merged', (output) => output.startsWith('present.'));
  // transformers.js looks for its runtime when it is loaded.
  const { WhisperModel: Model } = await import('../../asr/whisper/whisper-model.ts');
  const { StepDecoder: Stepper } = await import('./step-decoder.ts');
  const { config } = parts.model;
  const layout = findDecoderLayout(await readMiniGraph('decoder_model_merged'));
  if (!layout) throw new Error('The miniature was not read.');
  stepper = new Stepper(layout, config, kernels);
  sessions = { encoder, decoder };
  graph = new Model(encoder, decoder, config);
  own = new Model(encoder, decoder, config, stepper);
});

afterAll(() => parts.model.dispose());

/** The clip's window, and what a text of some tokens gives at each. */
async function readText(model: WhisperModel, tokens: readonly number[]) {
  const { data, dims } = parts.extractFeatures(await readClip(CLIP));
  const audio = await model.encode(data, dims);
  const start = await model.start(audio, [model.config.startToken, 4], true);
  const outputs = [];
  let { state } = start;
  for (const token of tokens) {
    const output = await model.step(audio, state, token, true);
    if (state !== start.state) releaseText(state);
    state = output.state;
    outputs.push(output);
  }
  if (state !== start.state) releaseText(state);
  return { audio, start, outputs };
}

describe('steps without the graph', () => {
  it('give the scores and the attention of the graph', async () => {
    const wanted = await readText(graph, TOKENS);
    const found = await readText(own, TOKENS);
    expect(found.start.state.own).not.toBeNull();
    for (const [index, { logits, attention }] of found.outputs.entries()) {
      const other = wanted.outputs[index];
      expect(correlation(logits, other?.logits ?? new Float32Array())).toBeGreaterThan(0.999);
      expect(
        correlation(attention ?? new Float32Array(), other?.attention ?? new Float32Array()),
      ).toBeGreaterThan(0.99);
    }
    releaseState(wanted.start.state);
    releaseState(found.start.state);
    expect(stepper.liveTexts).toBe(0);
  });

  it('read several hypotheses as each alone, in any order and from any row', async () => {
    const { audio, start } = await readText(own, []);
    const first = await own.stepRows(
      audio,
      start.state,
      [5, 9, 30, 77, 123].map((token) => ({ row: 0, token })),
      true,
    );
    const crossed = await own.stepRows(
      audio,
      first.state,
      [
        { row: 4, token: 8 },
        { row: 0, token: 9 },
        { row: 4, token: 10 },
      ],
      true,
    );
    const { vocabulary } = crossed;
    for (const [row, tokens] of [
      [123, 8],
      [5, 9],
      [123, 10],
    ].entries()) {
      const alone = await readText(own, tokens);
      const { logits, attention } = alone.outputs[1] ?? {};
      expect(crossed.logits.slice(row * vocabulary, (row + 1) * vocabulary)).toEqual(logits);
      const size = attention?.length ?? 0;
      expect(crossed.attention?.slice(row * size, (row + 1) * size)).toEqual(attention);
      releaseState(alone.start.state);
    }
    releaseText(first.state);
    releaseText(crossed.state);
    releaseState(start.state);
    expect(stepper.liveTexts).toBe(0);
  });

  it('go on from a text that others went on from, and past the room of its first block', async () => {
    const { audio, start } = await readText(own, []);
    const long = Array.from({ length: 70 }, (_, index) => 40 + index);
    const readOn = async (tokens: readonly number[]) => {
      let { state } = start;
      let scores = new Float32Array();
      for (const token of tokens) {
        const next = await own.step(audio, state, token, false);
        if (state !== start.state) releaseText(state);
        state = next.state;
        scores = new Float32Array(next.logits);
      }
      releaseText(state);
      return scores;
    };
    const once = await readOn(long);
    await readOn([3, 4]);
    expect(await readOn(long)).toEqual(once);
    const wanted = await readText(graph, long);
    expect(correlation(once, wanted.outputs.at(-1)?.logits ?? new Float32Array())).toBeGreaterThan(0.999);
    releaseState(wanted.start.state);
    releaseState(start.state);
    expect(stepper.liveTexts).toBe(0);
  });

  it('are left to the graph where they differ from it', async () => {
    const layout = findDecoderLayout(await readMiniGraph('decoder_model_merged'));
    const kernels = await openKernels();
    if (!layout || !kernels) throw new Error('The miniature was not read.');
    const [first, ...others] = layout.layers;
    if (!first) throw new Error('The miniature has layers.');
    const misread = {
      ...layout,
      layers: [{ ...first, value: first.key, down: { ...first.down, bias: null } }, ...others],
    };
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const again = await loadMiniWhisper();
    const { WhisperEngine } = await import('../../asr/whisper/whisper-engine.ts');
    const { WhisperModel: Model } = await import('../../asr/whisper/whisper-model.ts');
    const { StepDecoder: Stepper } = await import('./step-decoder.ts');
    const other = new Stepper(misread, again.model.config, kernels);
    const engine = new WhisperEngine({
      ...again,
      model: new Model(sessions.encoder, sessions.decoder, again.model.config, other),
    });
    const transcript = await engine.transcribe(
      windowOf(await readClip(CLIP)),
      { language: null, languages: [], codeSwitching: false },
      new AbortController().signal,
    );
    expect(textOf(transcript)).toContain('Hello');
    expect(console.error).toHaveBeenCalledWith(expect.stringContaining('not as they were read'));
    vi.restoreAllMocks();
    await again.model.dispose();
  });
});
