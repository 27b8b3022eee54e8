import { describe, expect, it, vi } from 'vitest';
import { PARAKEET, TINY_SPEECH, ZIPFORMER } from '../../../../tests/fixtures/transducer/tiny-models.ts';
import {
  PARAKEET_TOKENS,
  PARAKEET_WEIGHTS,
  tinyParakeet,
} from '../../../../tests/fixtures/transducer/tiny-parakeet.ts';
import {
  tinyZipformer,
  ZIPFORMER_TOKENS,
  ZIPFORMER_WEIGHTS,
} from '../../../../tests/fixtures/transducer/tiny-zipformer.ts';
import type { TransducerModel } from '../../../models/manifest/manifest.ts';
import type { SpeechWindow } from '../../audio/windows/speech-window.ts';
import { kaldiFbank } from '../../features/kaldi-fbank.ts';
import { nemoLogMel } from '../../features/nemo-log-mel.ts';
import type { ConfigureRuntime } from '../../onnx/onnx-runtime.ts';
import { decodeTdt } from './decoding/greedy-tdt.ts';
import { loadTransducer } from './load-transducer.ts';

// Starting the WASM runtime takes seconds on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const open = (files: Map<string, Uint8Array<ArrayBuffer>>) => async (path: string) => {
  const bytes = files.get(path);
  return bytes ? new Response(bytes) : new Response(null, { status: 404 });
};

const options = { language: null, languages: [], codeSwitching: false };
const signal = new AbortController().signal;

const oneThread: ConfigureRuntime = (env) => {
  env.wasm.numThreads = 1;
};

const load = (model: TransducerModel, files: Map<string, Uint8Array<ArrayBuffer>>) =>
  loadTransducer({ model, files: open(files), device: 'wasm', configureRuntime: oneThread });

const column = (matrix: readonly number[], columns: number, values: readonly number[], at: number): number =>
  values.reduce((sum, value, row) => sum + value * (matrix[row * columns + at] ?? 0), 0);

const textOf = (pieces: string[]) => pieces.join('').replaceAll('▁', ' ');

describe('Parakeet TDT in its published layout', () => {
  const logits = PARAKEET_TOKENS.length + 5;

  /** The tiny graphs' arithmetic, written out. */
  async function expectedTokens() {
    const features = nemoLogMel(TINY_SPEECH.pcm);
    const frames = Math.floor((features.frames - 1) / 8) + 1;
    return decodeTdt<[hidden: number, cell: number]>({
      frames,
      blank: PARAKEET_TOKENS.length - 1,
      durations: [0, 1, 2, 3, 4],
      maxTokensPerFrame: 10,
      initialState: [0, 0],
      step: async (frame, previousToken, [hidden, cell]) => {
        const recognised = Array.from(
          { length: 128 },
          (_, bin) => features.data[bin * features.frames + frame * 8] ?? 0,
        );
        const all = Float32Array.from(
          { length: logits },
          (_, at) =>
            column(PARAKEET_WEIGHTS.joint, logits, recognised, at) +
            (PARAKEET_WEIGHTS.embedding[previousToken * logits + at] ?? 0) +
            column(PARAKEET_WEIGHTS.hidden, logits, [hidden, hidden], at) +
            column(PARAKEET_WEIGHTS.cell, logits, [cell, cell], at),
        );
        return {
          tokenLogits: all.subarray(0, PARAKEET_TOKENS.length),
          durationLogits: all.subarray(PARAKEET_TOKENS.length),
          state: [1 - hidden, hidden],
        };
      },
    });
  }

  it('outputs what its arithmetic yields, at the right times', async () => {
    const tokens = await expectedTokens();
    // The test is only meaningful if the tiny model emits a good deal.
    expect(new Set(tokens.map(({ id }) => id)).size).toBeGreaterThan(2);
    expect(new Set(tokens.map(({ duration }) => duration)).size).toBeGreaterThan(2);

    const engine = await load(PARAKEET, tinyParakeet());
    const transcript = await engine.transcribe(TINY_SPEECH, { ...options, language: 'it' }, signal);
    await engine.dispose();
    expect(transcript).toMatchObject({ index: 4, channel: 1, start: 100, end: 103 });
    const words = transcript.segments.flatMap((segment) => segment.words);
    expect(
      words
        .map(({ word }) => word)
        .join('')
        .trim(),
    ).toBe(textOf(tokens.map(({ id }) => PARAKEET_TOKENS[id] ?? '')).trim());
    const first = tokens.find(({ id }) => PARAKEET_TOKENS[id] !== '.');
    expect(words[0]?.start).toBeCloseTo(100 + (first?.frame ?? Number.NaN) * 0.08, 6);
  });

  it('recognises the same with an encoder that takes and gives 16-bit floats', async () => {
    const recognise = async (encoder: string) => {
      const model = { ...PARAKEET, parts: { ...PARAKEET.parts, encoder } };
      const engine = await load(model, tinyParakeet());
      const { segments } = await engine.transcribe(TINY_SPEECH, { ...options, language: 'it' }, signal);
      await engine.dispose();
      return segments.flatMap(({ words }) => words);
    };
    const [halves, singles] = [
      await recognise('encoder-model.fp16.onnx'),
      await recognise('encoder-model.onnx'),
    ];
    expect(halves.map(({ word, start, end }) => [word, start, end])).toEqual(
      singles.map(({ word, start, end }) => [word, start, end]),
    );
    // Rounded, and thus really 16 bits.
    expect(halves.map(({ confidence }) => confidence)).not.toEqual(
      singles.map(({ confidence }) => confidence),
    );
    for (const [index, { confidence }] of halves.entries())
      expect(confidence).toBeCloseTo(singles[index]?.confidence ?? Number.NaN, 2);
  });

  it('takes the language that was given', async () => {
    const engine = await load(PARAKEET, tinyParakeet());
    const { segments } = await engine.transcribe(TINY_SPEECH, { ...options, language: 'it' }, signal);
    expect(segments[0]).toMatchObject({ language: 'it', languageConfidence: 1 });
    await engine.dispose();
  });

  it('recognises nothing in audio too short for a word', async () => {
    const engine = await load(PARAKEET, tinyParakeet());
    const blink: SpeechWindow = { ...TINY_SPEECH, pcm: new Float32Array(160), pieces: [] };
    expect((await engine.transcribe(blink, options, signal)).segments).toEqual([]);
    await engine.dispose();
  });
});

describe('streaming zipformer RNN-T in its published layout', () => {
  /** The tiny graphs' arithmetic over all chunks, carrying the state from one to the next. */
  function expectedText(): string[] {
    const vocabulary = ZIPFORMER_TOKENS.length;
    const padded = new Float32Array(Math.ceil((380 - 45) / 32) * 32 * 160 + 45 * 160);
    padded.set(TINY_SPEECH.pcm);
    const features = kaldiFbank(padded);
    const found: string[] = [];
    let context = [-1, 0];
    let state = [0, 0, 0, 0];
    for (let start = 0; start + 45 <= features.frames; start += 32) {
      const encoded = Array.from({ length: 8 }, (_, frame) => {
        const row = (start + frame * 4) * 80;
        const bins = Array.from(features.data.subarray(row, row + 80));
        return state.map((before, at) => before + column(ZIPFORMER_WEIGHTS.encoder, 4, bins, at));
      });
      for (const frame of encoded) {
        const sum = frame.map((value, at) =>
          context.reduce((all, token) => {
            const id = token < 0 ? vocabulary + token : token;
            return all + (ZIPFORMER_WEIGHTS.embedding[id * 4 + at] ?? 0);
          }, value),
        );
        const scores = ZIPFORMER_TOKENS.map((_, at) => column(ZIPFORMER_WEIGHTS.joiner, vocabulary, sum, at));
        const best = scores.indexOf(Math.max(...scores));
        if (best === 0) continue;
        context = [context[1] ?? 0, best];
        found.push(ZIPFORMER_TOKENS[best] ?? '');
      }
      state = state.map((_, at) => encoded.reduce((all, frame) => all + (frame[at] ?? 0), 0) / 16);
    }
    return found;
  }

  it('outputs what its arithmetic yields, carrying the state from chunk to chunk', async () => {
    const tokens = expectedText();
    expect(new Set(tokens).size).toBeGreaterThan(2);
    const engine = await load(ZIPFORMER, tinyZipformer());
    const { segments } = await engine.transcribe(TINY_SPEECH, options, signal);
    await engine.dispose();
    expect(segments.map(({ language, languageConfidence }) => [language, languageConfidence])).toEqual([
      ['en', 1],
    ]);
    const text = segments.flatMap(({ words }) => words.map(({ word }) => word)).join('');
    expect(text.toUpperCase().trim()).toBe(
      textOf(tokens.map((token) => token.replace('<sos/eos>', ''))).trim(),
    );
  });

  it('starts every window from scratch', async () => {
    const engine = await load(ZIPFORMER, tinyZipformer());
    const once = await engine.transcribe(TINY_SPEECH, options, signal);
    expect(await engine.transcribe(TINY_SPEECH, options, signal)).toEqual(once);
    await engine.dispose();
  });
});

describe('hot words of the options', () => {
  it.each([
    ['Parakeet', () => load(PARAKEET, tinyParakeet()), 'lumi'],
    ['zipformer', () => load(ZIPFORMER, tinyZipformer()), 'gos'],
  ])('are what %s is biased towards', async (_, open, text) => {
    const engine = await open();
    const said = async (weight: number) => {
      const leaning = { ...options, hotWords: [{ text, weight }] };
      const { segments } = await engine.transcribe(TINY_SPEECH, leaning, signal);
      return segments.flatMap(({ words }) => words.map(({ word }) => word)).join('');
    };
    expect(await said(0)).not.toContain(` ${text}`);
    expect(await said(1)).toContain(` ${text}`);
    await engine.dispose();
  });
});

describe('loadTransducer', () => {
  it('reports progress up to 1', async () => {
    const told: number[] = [];
    const onProgress = (fraction: number) => told.push(fraction);
    const engine = await loadTransducer({
      model: ZIPFORMER,
      files: open(tinyZipformer()),
      device: 'wasm',
      onProgress,
    });
    await engine.dispose();
    expect(told).toEqual(told.toSorted((a, b) => a - b));
    expect(told.at(-1)).toBe(1);
    expect(told.length).toBeGreaterThan(4);
  });

  it.each([
    ['a graph is missing', 'joiner.onnx', null],
    ['a graph is no graph', 'joiner.onnx', 'not a graph'],
    ['a graph is cut off', 'encoder.onnx', 'half'],
    ['the token table is something else', 'tokens.txt', '<!doctype html>'],
  ])('asks to reinstall the model if %s', async (_, path, content) => {
    const files = tinyZipformer();
    const bytes = files.get(path) ?? new Uint8Array();
    if (content === null) files.delete(path);
    else
      files.set(
        path,
        content === 'half' ? bytes.slice(0, bytes.length / 2) : new TextEncoder().encode(content),
      );
    await expect(load(ZIPFORMER, files)).rejects.toMatchObject({
      code: 'model_missing',
      message: expect.stringMatching(/install/i),
    });
  });

  it('rejects an incompatible graph', async () => {
    const files = tinyZipformer().set('joiner.onnx', tinyZipformer().get('decoder.onnx') ?? new Uint8Array());
    const engine = await load(ZIPFORMER, files);
    await expect(engine.transcribe(TINY_SPEECH, options, signal)).rejects.toMatchObject({
      code: 'model_missing',
    });
    await engine.dispose();
  });

  it('stops with AbortError, before and in the middle of a window', async () => {
    const engine = await load(ZIPFORMER, tinyZipformer());
    await expect(engine.transcribe(TINY_SPEECH, options, AbortSignal.abort())).rejects.toMatchObject({
      name: 'AbortError',
    });
    const long: SpeechWindow = { ...TINY_SPEECH, pcm: new Float32Array(30 * 16_000).fill(0.1) };
    const abort = new AbortController();
    const running = engine.transcribe(long, options, abort.signal);
    // It has begun: the first chunk is being prepared. A timer might find it finished.
    abort.abort();
    await expect(running).rejects.toMatchObject({ name: 'AbortError' });
    await engine.dispose();
  });
});
