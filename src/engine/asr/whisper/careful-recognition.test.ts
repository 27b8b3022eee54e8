import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  loadMiniWhisper,
  median,
  readClip,
  textOf,
  windowOf,
  wordsOf,
} from '../../../../tests/miniatures/mini-whisper.ts';
import { readTruth, type TrueClip } from '../../../../tests/miniatures/truth.ts';
import { THOROUGH_TAG } from '../../../../tests/runner/thorough.ts';
import { CancellationPoint } from '../../decoding/cancellation-point.ts';
import type { TranscribeOptions } from '../asr-engine.ts';
import type { LoadedWhisper } from './loaded-whisper.ts';
import { transcribeAudio } from './transcribe-audio.ts';
import { WhisperEngine } from './whisper-engine.ts';

const CAREFUL: TranscribeOptions = {
  language: null,
  languages: [],
  codeSwitching: false,
  quality: 'careful',
};
const CLIP = 'en_hello.wav';
const NEVER = new AbortController().signal;

// The machine may be busy; nothing here measures time.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let parts: LoadedWhisper;
let engine: WhisperEngine;
let clips: TrueClip[];

beforeAll(async () => {
  parts = await loadMiniWhisper();
  engine = new WhisperEngine(parts);
  clips = await readTruth();
});

afterAll(() => engine.dispose());

describe('a careful transcription', () => {
  it('has the right text, language, word starts and confidences', async () => {
    const sentences = clips.find((clip) => clip.file === CLIP)?.sentences ?? [];
    const careful = await engine.transcribe(windowOf(await readClip(CLIP)), CAREFUL, NEVER);
    expect(textOf(careful)).toBe(sentences.map(({ text }) => text).join(' '));
    expect(careful.segments.map(({ language }) => language)).toEqual([sentences[0]?.language]);
    expect(careful.fallbacks).toBeUndefined();
    const words = wordsOf(careful);
    const starts = sentences
      .flatMap((sentence) => sentence.words)
      .map(({ start }, index) => Math.abs((words[index]?.start ?? 99) - start));
    expect(median(starts)).toBeLessThanOrEqual(0.06);
    for (const { confidence } of words) {
      expect(confidence).toBeGreaterThan(0);
      expect(confidence).toBeLessThanOrEqual(1);
    }
  });

  it('of one hypothesis is greedy decoding, with the same times and confidences', {
    tags: THOROUGH_TAG,
  }, async () => {
    const pcm = await readClip(CLIP);
    const options = { language: null, among: { languages: [] }, prompt: '', seed: 1 };
    const beam = { width: 1, onImpossible: (cause: unknown) => expect.fail(String(cause)) };
    const greedy = await transcribeAudio(parts, { pcm }, options, new CancellationPoint(NEVER));
    expect(greedy?.words.length).toBeGreaterThan(3);
    const careful = await transcribeAudio(parts, { pcm }, { ...options, beam }, new CancellationPoint(NEVER));
    expect(careful).toEqual(greedy);
  });

  it('is a fast one, and says so, where the model cannot follow several hypotheses', {
    tags: THOROUGH_TAG,
  }, async () => {
    const silenced = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const stepRows = parts.model.stepRows.bind(parts.model);
    const full = vi.spyOn(parts.model, 'stepRows').mockImplementation((audio, past, rows, withAttention) => {
      // A single one is a step of the fast transcription, too.
      if (rows.length > 1) throw new Error('std::bad_alloc');
      return stepRows(audio, past, rows, withAttention);
    });
    const careful = await engine.transcribe(windowOf(await readClip(CLIP)), CAREFUL, NEVER);
    expect(careful.fallbacks).toEqual(['beam-failed']);
    expect(textOf(careful)).toBe(clips.find((clip) => clip.file === CLIP)?.text);
    full.mockRestore();
    silenced.mockRestore();
  });
});

describe('several hypotheses in one run', () => {
  it('are read as each is alone, also where rows of the past move', async () => {
    const { model } = parts;
    const { data, dims } = parts.extractFeatures(await readClip(CLIP));
    const audio = await model.encode(data, dims);
    const { state } = await model.start(audio, [model.config.startToken], false);
    const first = [300, 301, 302].map((token) => ({ row: 0, token }));
    const together = await model.stepRows(audio, state, first, true);
    const crossing = [
      { row: 2, token: 310 },
      { row: 0, token: 311 },
    ];
    const crossed = await model.stepRows(audio, together.state, crossing, true);
    for (const [row, tokens] of [
      [302, 310],
      [300, 311],
    ].entries()) {
      const once = await model.step(audio, state, tokens[0] ?? 0, true);
      const alone = await model.step(audio, once.state, tokens[1] ?? 0, true);
      expectClose(rowOf(crossed.logits, row), alone.logits);
      expectClose(rowOf(crossed.attention, row), alone.attention);
    }
  });
});

function rowOf(values: Float32Array | null, row: number): Float32Array {
  const size = (values?.length ?? 0) / 2;
  return values?.slice(row * size, (row + 1) * size) ?? new Float32Array(0);
}

/** Quantised models measure the range of all rows together, which moves the last digits. */
function expectClose(values: Float32Array, others: Float32Array | null): void {
  expect(values).toHaveLength(others?.length ?? 1);
  const range = Math.max(...(others ?? [])) - Math.min(...(others ?? []));
  const furthest = values.reduce(
    (most, value, at) => Math.max(most, Math.abs(value - (others?.[at] ?? 0))),
    0,
  );
  expect(furthest / range).toBeLessThan(0.02);
}
