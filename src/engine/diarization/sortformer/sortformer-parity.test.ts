import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tinyEmbedding } from '../../../../tests/fixtures/diarization/tiny-graphs.ts';
import { configureNodeRuntime } from '../../../../tests/miniatures/node-runtime.ts';
import { isThorough, THOROUGH_TAG } from '../../../../tests/runner/thorough.ts';
import { PROJECT_ROOT } from '../../../cli/project-root.ts';
import { SAMPLE_RATE, type SpeechWindow } from '../../audio/windows/speech-window.ts';
import { VoiceEmbedder } from '../voice-embedder.ts';
import type { WindowSpeakers } from '../window-speakers.ts';
import { findStreamed, readStreamed } from './find-streamed.ts';
import { loadSortformer } from './load-sortformer.ts';
import { SortformerDiarizer } from './sortformer-diarizer.ts';
import type { StreamState } from './stream-state.ts';

/** A small network with random weights, and what transformers makes of it: `tests/rehearse/make_diarizer_parity.py`. */
const PARITY = join(PROJECT_ROOT, 'tests/fixtures/diarization/nemotron');
const expected: number[][] = JSON.parse(readFileSync(join(PARITY, 'expected.json'), 'utf8'));
const SECONDS = 213.65;
const NO_LIMITS = { exact: null, least: 0, most: null };

const source = (path: string, from = path) => ({
  path,
  open: async () => new Response(readFileSync(join(PARITY, from))),
});
const files = {
  embed: source('embed.onnx'),
  step: source('step.onnx'),
  silence: source('silence_embeds.bin'),
  embedding: null,
  configureRuntime: configureNodeRuntime,
};

/** Saw teeth in noise, each for 0.7 s, of which no two are alike. */
const pcm = Float32Array.from({ length: Math.floor(SECONDS * SAMPLE_RATE) }, (_, at) => {
  const tone = Math.floor(at / 11_200);
  const noise = at % 65_521;
  const tooth = ((at * (97 + ((tone * tone * 53) % 911))) % SAMPLE_RATE) / 8000 - 1;
  return tooth * 0.2 + (((noise * noise * 31) % 65_521) / 32_768 - 1) * 0.1;
});

/** The recording in windows of these seconds, repeated. */
function windowsOf(...lengths: number[]): SpeechWindow[] {
  const windows: SpeechWindow[] = [];
  for (let start = 0; start < pcm.length; ) {
    const index = windows.length;
    const part = pcm.slice(start, start + Math.round((lengths[index % lengths.length] ?? 30) * SAMPLE_RATE));
    const pieces = [{ windowStart: 0, fileStart: start / SAMPLE_RATE, duration: part.length / SAMPLE_RATE }];
    windows.push({ index, channel: 0, pcm: part, pieces });
    start += part.length;
  }
  return windows;
}

/** Frames of 10 ms of each second in which each speaks. */
function countsOf(found: readonly WindowSpeakers[]): number[][] {
  const active = Array.from({ length: 8 }, () => new Uint8Array(Math.ceil(SECONDS) * 100));
  for (const { stream = '' } of found) {
    for (const { speaker, start, end } of readStreamed(stream).turns) {
      active[speaker]?.fill(1, Math.round(start * 100), Math.round(end * 100));
    }
  }
  return expected.map((_, second) =>
    active.map((row) => row.subarray(second * 100, (second + 1) * 100).reduce((sum, one) => sum + one, 0)),
  );
}

const difference = (one: readonly number[][], other: readonly number[][]) =>
  one.flat().reduce((sum, count, index) => sum + Math.abs(count - (other.flat()[index] ?? 0)), 0);

// A network without vectors on a busy machine: seconds for each window.
describe('a recording of several chunks', { timeout: 240_000 }, () => {
  let diarizer: SortformerDiarizer;
  beforeAll(async () => {
    diarizer = await loadSortformer(files);
  });
  afterAll(() => diarizer.dispose());

  /** All windows, and the state after each. */
  async function follow(windows: readonly SpeechWindow[], by = diarizer) {
    const found: WindowSpeakers[] = [];
    const states: StreamState[] = [];
    for (const window of windows) {
      const { next, ...speakers } = await by.diarize(window, states.at(-1) ?? null);
      found.push(speakers);
      if (next) states.push(next);
    }
    const last = states.at(-1);
    if (last) found.push(await by.finish(last));
    return { found, states };
  }

  it('has the speakers that transformers finds, wherever it is cut into windows', async () => {
    const whole = await follow(windowsOf(30));
    expect(expected.flat().reduce((sum, count) => sum + count, 0)).toBeGreaterThan(20_000);
    expect(difference(countsOf(whole.found), expected)).toBeLessThan(10);
    if (!isThorough) return;
    const pieces = await follow(windowsOf(3.21, 0.4, 17.77, 30));
    expect(countsOf(pieces.found)).toEqual(countsOf(whole.found));
  });

  it('would have others if the network were not told of the speech before', {
    tags: THOROUGH_TAG,
  }, async () => {
    const alone: WindowSpeakers[] = [];
    for (const window of windowsOf(27.2)) alone.push(await diarizer.diarize(window, null, true));
    expect(difference(countsOf(alone), expected)).toBeGreaterThan(1000);
  });

  it('goes on where an earlier run ended, from what checkpoints have', { tags: THOROUGH_TAG }, async () => {
    const windows = windowsOf(11, 30, 24).slice(0, 3);
    const { found, states } = await follow(windows);
    for (const done of [2, windows.length]) {
      let state: StreamState | null = null;
      for (const [index, window] of windows.slice(0, done).entries()) {
        const stored = JSON.parse(JSON.stringify(found[index]?.stream));
        state = await diarizer.follow(window, readStreamed(stored), state);
        expect(state).toEqual(states[index]);
      }
      const next = windows[done];
      const again = next ? await diarizer.diarize(next, state) : state && (await diarizer.finish(state));
      expect(again?.stream).toBe(found[done]?.stream);
    }
    const [, second] = windows;
    if (second) expect(await diarizer.follow(second, readStreamed(found[2]?.stream ?? ''), null)).toBeNull();
  });

  it('takes no more memory the longer it is', async () => {
    const { found, states } = await follow(windowsOf(30));
    const sizes = states.map(({ samples, memory, pieces }) => [
      samples.length / SAMPLE_RATE,
      memory.cache.length,
      memory.latest.length,
      pieces.length,
    ]);
    for (const [seconds = 0, cached = 0, latest = 0, pieces = 0] of sizes) {
      expect(seconds).toBeLessThan(31);
      expect(cached).toBeLessThanOrEqual(264);
      expect(latest).toBeLessThanOrEqual(340);
      expect(pieces).toBeLessThanOrEqual(3);
    }
    expect(Math.max(...found.map(({ stream = '' }) => stream.length))).toBeLessThan(500_000);
  });

  it('has voices where there is a model for them', async () => {
    const embedder = new VoiceEmbedder(await tinyEmbedding(40), 'mel-power');
    const listening = new SortformerDiarizer(diarizer.model, embedder);
    const { found } = await follow(windowsOf(30).slice(0, 3), listening);
    const { voices } = findStreamed(
      found.map((speakers) => ({ channel: 0, speakers })),
      NO_LIMITS,
      0.5,
    );
    expect(voices.filter(Boolean).length).toBeGreaterThan(4);
    await embedder.dispose();
  });
});

it.each([
  ['embed', source('embed.onnx', 'step.onnx')],
  ['step', source('step.onnx', 'embed.onnx')],
  ['step', source('step.onnx', '../../transducer/parity/canary/encoder-model.onnx')],
  ['step', source('step.onnx', 'silence_embeds.bin')],
  ['silence', source('silence_embeds.bin', 'expected.json')],
  ['embed', { path: 'embed.onnx', open: async () => new Response(null, { status: 404 }) }],
])('another file as %s is a model to install anew', async (part, other) => {
  await expect(loadSortformer({ ...files, [part]: other })).rejects.toMatchObject({
    code: 'model_missing',
    remedy: expect.anything(),
  });
});
