import { readFile } from 'node:fs/promises';
import { env, InferenceSession, Tensor } from 'onnxruntime-web';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import {
  loadMiniWhisper,
  MINI_WHISPER,
  readClip,
  textOf,
  windowOf,
} from '../../../../tests/miniatures/mini-whisper.ts';
import { concatenate } from '../../../lib/bytes/concatenate.ts';
import { seededRandom } from '../../../lib/seeded-random.ts';
import type { TranscribeOptions } from '../../asr/asr-engine.ts';
import type { LiveRoom } from '../../asr/live-recogniser.ts';
import { LiveWhisper } from '../../asr/whisper/live-whisper.ts';
import { WhisperEngine } from '../../asr/whisper/whisper-engine.ts';
import { editGraph, readGraph } from '../graphs/edit-graph.ts';
import { shortenEncoder } from './shorten-encoder.ts';

const MODELS = new URL('../../../../tests/fixtures/mini/mini-whisper/onnx/', import.meta.url);
const MELS = 80;
/** The first sentences of en_hello.wav: only notes are shortened. */
const readNote = async () => (await readClip('en_hello.wav')).subarray(0, 4 * 16_000);

/** What the miniature recognises in them with the whole window. */
const NOTE = 'Hello my name is John Smith.';

const ENGLISH: TranscribeOptions = { language: 'en', languages: [], codeSwitching: false };

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let published: Uint8Array;
let edited: Uint8Array;
beforeAll(async () => {
  env.wasm.numThreads = 1;
  published = new Uint8Array(await readFile(new URL('encoder_model_quantized.onnx', MODELS)));
  edited = shortenEncoder(published) ?? new Uint8Array();
});

function features(frames: number): Tensor {
  const draw = seededRandom(frames);
  return new Tensor(
    'float32',
    Float32Array.from({ length: MELS * frames }, () => draw() * 2 - 1),
    [1, MELS, frames],
  );
}

async function encode(model: Uint8Array, frames: number) {
  const session = await InferenceSession.create(model, { executionProviders: ['wasm'], logSeverityLevel: 4 });
  try {
    const outputs = await session.run({ input_features: features(frames) });
    return outputs.last_hidden_state;
  } finally {
    await session.release();
  }
}

describe('an encoder that takes less than 30 s', () => {
  it('recognises 30 s exactly as before', async () => {
    const before = await encode(published, 3_000);
    const after = await encode(edited, 3_000);
    expect(after?.dims).toEqual([1, 1_500, 128]);
    expect(after?.data).toEqual(before?.data);
  });

  it.each([400, 1_300, 2_900])('gives a position for every two of %d frames', async (frames) => {
    const hidden = await encode(edited, frames);
    expect(hidden?.dims).toEqual([1, frames / 2, 128]);
    expect([...new Set(Array.from((hidden?.data as Float32Array) ?? [], Number.isFinite))]).toEqual([true]);
  });

  it('differs from the published one, which refuses other lengths', async () => {
    await expect(encode(published, 1_300)).rejects.toThrow(/input_features/);
    expect(readGraph(edited).nodes).toHaveLength(readGraph(published).nodes.length + 3);
  });

  it('is not made of a graph that is built otherwise, or of none', async () => {
    const decoder = await readFile(new URL('decoder_model_merged_quantized.onnx', MODELS));
    expect(shortenEncoder(new Uint8Array(decoder))).toBeNull();
    expect(shortenEncoder(new TextEncoder().encode('no graph'))).toBeNull();
    expect(shortenEncoder(edited.subarray(0, edited.length / 2))).toBeNull();
  });
});

describe('a model whose encoder is edited', () => {
  it.each([
    ['a word in the recording’s own quiet, then in the whole window,', 2, 0.0005, 2],
    ['a word with silent pauses in the whole window', 2, 0, 1],
    ['a sentence in the whole window', 4, 0.0005, 1],
  ])('encodes %s if the text of less cannot be trusted', async (_, seconds, noise, shortened) => {
    const parts = await loadMiniWhisper();
    // The miniature itself was not trained for shortened windows.
    expect(parts.shortAudio).toBe('never');
    const recognised: number[] = [];
    const textOfTokens = parts.text.textOf.bind(parts.text);
    // Nothing says where the repeated words sound.
    vi.spyOn(parts.model, 'hasAttention', 'get').mockReturnValue(false);
    vi.spyOn(parts.text, 'textOf').mockImplementation((tokens) => `${textOfTokens(tokens)} so so so`);
    const engine = new WhisperEngine({
      ...parts,
      shortAudio: 'encoded',
      extractFeatures: (pcm, seconds) => {
        recognised.push(seconds ?? 30);
        return parts.extractFeatures(pcm, seconds);
      },
    });
    const draw = seededRandom(7);
    const pcm = (await readNote())
      .subarray(0, seconds * 16_000)
      .map((sample) => sample + noise * (draw() * 2 - 1));
    const transcript = await engine.transcribe(windowOf(pcm), ENGLISH, new AbortController().signal);
    const note = Math.ceil(pcm.length / 16_000 + 3);
    expect(recognised).toEqual([...Array<number>(shortened).fill(note), 30]);
    expect(transcript.heardWhole).toBe(1);
    if (seconds === 4) expect(textOf(transcript)).toBe(NOTE);
    await engine.dispose();
  });

  it('encodes a whole window of live text once speech has ended, where there is room for it', async () => {
    const parts = await loadMiniWhisper();
    const encoded: number[] = [];
    const textOfTokens = parts.text.textOf.bind(parts.text);
    // Nothing says where the repeated words sound.
    vi.spyOn(parts.model, 'hasAttention', 'get').mockReturnValue(false);
    vi.spyOn(parts.text, 'textOf').mockImplementation((tokens) => `${textOfTokens(tokens)} so so so`);
    const recogniser = new LiveWhisper(
      {
        ...parts,
        shortAudio: 'encoded',
        extractFeatures: (pcm, seconds) => {
          encoded.push(seconds ?? 30);
          return parts.extractFeatures(pcm, seconds);
        },
      },
      { language: 'en', languages: [], codeSwitching: false },
    );
    const note = await readNote();
    const brief = note.subarray(0, 2.5 * 16_000);
    const longer = concatenate([note, note]);
    const signal = new AbortController().signal;
    const nothing = new Float32Array(0);
    const isWhole = () => encoded.splice(0).map((seconds) => seconds === 30);
    let start = 0;
    const ending = async (pcm: Float32Array, room: LiveRoom) => {
      start += 100;
      recogniser.begin(start);
      await recogniser.pause(pcm, signal, room);
      expect(isWhole()).not.toContain(true);
      await recogniser.end(nothing, signal, room);
      return isWhole().includes(true);
    };
    expect(await ending(brief, 'some')).toBe(true);
    expect(await ending(brief, 'none')).toBe(false);
    expect(await ending(longer, 'some')).toBe(false);
    expect(await ending(longer, 'much')).toBe(true);
    await parts.model.dispose();
  });

  it('goes on with whole windows, and says so, if the encoder refuses others', async () => {
    const parts = await loadMiniWhisper();
    const engine = new WhisperEngine({
      ...parts,
      shortAudio: 'encoded',
      // The runtime refuses these, as it does for an encoder that insists on its length.
      extractFeatures: (pcm, seconds) => {
        const features = parts.extractFeatures(pcm);
        return seconds === undefined ? features : { ...features, dims: [1, MELS, 7] };
      },
    });
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const transcript = await engine.transcribe(
      windowOf(await readNote()),
      ENGLISH,
      new AbortController().signal,
    );
    vi.restoreAllMocks();
    expect(transcript.fallbacks).toContain('whole-window');
    expect(textOf(transcript)).toBe(NOTE);
    await engine.dispose();
  });

  it('is loaded as published if the edited graph does not load', async () => {
    const { loadWhisperParts } = await import('../../asr/whisper/load-whisper.ts');
    const { nodes } = readGraph(published);
    const last = nodes.at(-1);
    const name = last?.outputs[0] ?? '';
    const broken = editGraph(published, {
      replaced: new Map([[name, { opType: 'NoSuchThing', inputs: last?.inputs ?? [], outputs: [name] }]]),
      added: [],
    });
    let read = 0;
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const parts = await loadWhisperParts({
      ...MINI_WHISPER,
      files: async (path) => {
        if (!path.includes('encoder_model')) return MINI_WHISPER.files(path);
        read += 1;
        return new Response(new Uint8Array(read === 1 ? broken : published), {
          headers: { 'content-length': '1000' },
        });
      },
    });
    vi.restoreAllMocks();
    expect(read).toBe(2);
    const features = parts.extractFeatures(await readClip('en_hello.wav'));
    expect((await parts.model.encode(features.data, features.dims)).positions).toBe(1_500);
    await parts.model.dispose();
  });
});
