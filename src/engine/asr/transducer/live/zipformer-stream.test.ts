import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { tinyZipformer } from '../../../../../tests/fixtures/transducer/tiny-zipformer.ts';
import type { LiveEngine, LiveWords } from '../../live-recogniser.ts';
import { loadLiveTransducer } from '../load-transducer.ts';
import type { TransducerModel } from '../recognisers/transducer-model.ts';

// Starting the WASM runtime takes seconds on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const files = tinyZipformer();
const model: TransducerModel = {
  id: 'tiny-zipformer',
  architecture: 'zipformer-rnnt',
  languages: ['en'],
  punctuates: false,
  parts: { encoder: 'encoder.onnx', decoder: 'decoder.onnx', joiner: 'joiner.onnx', tokens: 'tokens.txt' },
  files: [...files].map(([path, { length }]) => ({ path, bytes: length })),
};

/** Bursts of rising tones, loud and quiet, so that the tiny model recognises different things. */
const pcm = Float32Array.from({ length: 64_000 }, (_, index) => {
  const loud = Math.sin(index / 2500) ** 2;
  return 0.3 * loud * Math.sin((index * index) / 90_000) + 0.001 * Math.sin(index * 1.3);
});

const signal = new AbortController().signal;

describe('a zipformer while it is spoken', () => {
  let engine: LiveEngine;

  beforeAll(async () => {
    engine = await loadLiveTransducer({
      model,
      files: async (path) => new Response(files.get(path)),
      device: 'wasm',
      configureRuntime: (env) => {
        env.wasm.numThreads = 1;
      },
    });
  });

  afterAll(() => engine.dispose());

  async function recognise(
    pieces: Float32Array[],
    start: number,
    hotWords?: { text: string; weight: number }[],
  ) {
    const recogniser = engine.open({ language: null, languages: [], codeSwitching: false, hotWords });
    recogniser.begin(start);
    const results: LiveWords[] = [];
    for (const piece of pieces) results.push(await recogniser.push(piece, signal));
    results.push(await recogniser.end(new Float32Array(0), signal));
    return { results, words: results.flatMap(({ settled }) => settled) };
  }

  const inPieces = (length: number) =>
    Array.from({ length: Math.ceil(pcm.length / length) }, (_, at) =>
      pcm.slice(at * length, (at + 1) * length),
    );
  const hotWords = [{ text: 'gos', weight: 1 }];

  it.each([
    ['', undefined],
    [', with hot words, of which some break off', hotWords],
  ])('recognises the same in pieces as at once%s', async (_, hot) => {
    const texts = (words: { word: string }[]) => words.map(({ word }) => word);
    const whole = await recognise([pcm], 0, hot);
    expect(whole.words.length).toBeGreaterThan(5);
    if (hot) expect(texts(whole.words)).not.toEqual(texts((await recognise([pcm], 0)).words));
    for (const length of [701, 1600, 16_000]) {
      const { words } = await recognise(inPieces(length), 0, hot);
      expect(texts(words)).toEqual(texts(whole.words));
      for (const [index, word] of words.entries())
        expect(word.start).toBeCloseTo(whole.words[index]?.start ?? 0, 6);
    }
  });

  it('settles words before the speech ends, in order, in seconds of the session', async () => {
    const { results, words } = await recognise(inPieces(1600), 100);
    const early = results.slice(0, -1).flatMap(({ settled }) => settled);
    expect(early.length).toBeGreaterThan(words.length / 2);
    expect(results.some(({ unsettled }) => unsettled.length > 0)).toBe(true);
    expect(results.at(-1)?.unsettled).toEqual([]);
    for (const [index, { start, end }] of words.entries()) {
      expect(start).toBeGreaterThanOrEqual(100);
      expect(end).toBeLessThanOrEqual(104);
      expect(start).toBeGreaterThanOrEqual((words[index - 1]?.end ?? 0) - 1e-6);
    }
  });

  it('stops when the session ends, and at once', async () => {
    const recogniser = engine.open({ language: null, languages: [], codeSwitching: false });
    recogniser.begin(0);
    await expect(recogniser.push(pcm, AbortSignal.abort())).rejects.toMatchObject({ name: 'AbortError' });
  });
});
