import { afterAll, describe, expect, it } from 'vitest';
import type { TranscribeOptions } from '../../../src/engine/asr/asr-engine.ts';
import type { SpeechWindow } from '../../../src/engine/audio/windows/speech-window.ts';
import truth from '../../fixtures/mini/audio/truth.json' with { type: 'json' };
import { THOROUGH_TAG } from '../../runner/thorough.ts';
import { EXACT_FILES, type WhisperAnswer, type WhisperRequest } from './whisper-request.ts';

const AUDIO = import.meta.glob<string>('../../fixtures/mini/audio/*.{wav,flac}', {
  query: '?url',
  import: 'default',
  eager: true,
});
const SAMPLE_RATE = 16_000;
const DETECT: TranscribeOptions = { language: null, languages: [], codeSwitching: false };

const startWorker = () => new Worker(new URL('./whisper.worker.ts', import.meta.url), { type: 'module' });
const worker = startWorker();
afterAll(() => worker.terminate());

async function readClip(file: string): Promise<Float32Array> {
  const address = AUDIO[`../../fixtures/mini/audio/${file}`];
  if (!address) throw new Error(`There is no ${file}.`);
  const bytes = await (await fetch(address)).arrayBuffer();
  const decoded = await new OfflineAudioContext(1, 1, SAMPLE_RATE).decodeAudioData(bytes);
  return decoded.getChannelData(0);
}

function windowOf(pcm: Float32Array, from: number, to: number, index = 0): SpeechWindow {
  const part = pcm.slice(Math.round(from * SAMPLE_RATE), Math.round(to * SAMPLE_RATE));
  const pieces = [{ windowStart: 0, fileStart: from, duration: part.length / SAMPLE_RATE }];
  return { index, channel: 0, pcm: part, pieces };
}

function ask(request: WhisperRequest, asked = worker): Promise<WhisperAnswer> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve, reject) => {
    port1.onmessage = ({ data }: MessageEvent<{ answer?: WhisperAnswer; error?: string }>) => {
      port1.close();
      if (data.answer) resolve(data.answer);
      else reject(new Error(data.error));
    };
    asked.postMessage(request, [port2]);
  });
}

function truthOf(file: string) {
  const clip = truth.clips.find((candidate) => candidate.file === file);
  if (!clip) throw new Error(`There is no truth for ${file}.`);
  return { ...clip, words: clip.sentences.flatMap(({ words }) => words) };
}

const wordsOf = ({ transcript }: WhisperAnswer) => transcript.segments.flatMap(({ words }) => words);
const textOf = (answer: WhisperAnswer) =>
  wordsOf(answer)
    .map(({ word }) => word)
    .join('')
    .trim();
const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

const expectTruth = async (file: string) => {
  const clip = truthOf(file);
  const answer = await ask({
    device: 'wasm',
    window: windowOf(await readClip(file), 0, clip.duration),
    options: DETECT,
  });
  expect(textOf(answer)).toBe(clip.text);
  // The decoder's cache stayed in the runtime's memory.
  expect(answer.transcript.fallbacks).toBeUndefined();
  expect(answer.transcript.segments.map(({ language }) => language)).toEqual(clip.languages);
  const words = wordsOf(answer);
  const starts = clip.words.map(({ start }, index) => Math.abs((words[index]?.start ?? 99) - start));
  const ends = clip.words.map(({ end }, index) => Math.abs((words[index]?.end ?? 99) - end));
  expect(median(starts)).toBeLessThanOrEqual(0.06);
  expect(median(ends)).toBeLessThanOrEqual(0.06);
};

describe('Whisper in a worker of a real browser', () => {
  const IS_RIGHT = '%s: text and word boundaries are those of the truth';
  it.each(['en_hello.wav', 'dialogue_en.flac'])(IS_RIGHT, expectTruth);
  it.each(['fr_bonjour.wav', 'en_25s.flac'])(IS_RIGHT, { tags: THOROUGH_TAG }, expectTruth);

  it('en_60s.flac in windows cut between sentences: at most 2 of 95 words wrong', {
    tags: THOROUGH_TAG,
  }, async () => {
    const clip = truthOf('en_60s.flac');
    const pcm = await readClip('en_60s.flac');
    const cuts = [0];
    for (const [index, sentence] of clip.sentences.entries()) {
      const next = clip.sentences[index + 1];
      if (next && next.end - (cuts.at(-1) ?? 0) > 29) cuts.push((sentence.end + next.start) / 2);
    }
    const heard: { word: string; start: number }[] = [];
    for (const [index, from] of cuts.entries()) {
      const window = windowOf(pcm, from, cuts[index + 1] ?? clip.duration, index);
      heard.push(...wordsOf(await ask({ device: 'wasm', window, options: DETECT })));
    }
    const right = clip.words.filter(({ word, start }) =>
      heard.some((candidate) => candidate.word.trim() === word && Math.abs(candidate.start - start) < 0.3),
    );
    expect(clip.words.length - right.length).toBeLessThanOrEqual(2);
    expect(Math.abs(heard.length - clip.words.length)).toBeLessThanOrEqual(2);
  });

  it('loads everything from its own origin, without blob imports, and says how far it is', async () => {
    const window = windowOf(await readClip('silence.wav'), 0, 4);
    const { transcript, requests, fractions } = await ask({ device: 'wasm', window, options: DETECT });
    expect(transcript.segments).toEqual([]);
    expect(requests.some((address) => address.includes('encoder_model_quantized.onnx'))).toBe(true);
    expect(requests.filter((address) => !address.startsWith(`${location.origin}/`))).toEqual([]);
    expect(fractions.at(-1)).toBe(1);
    expect(fractions).toEqual(fractions.toSorted((a, b) => a - b));
  });

  it('writes on WebGPU what it writes on WASM', { tags: THOROUGH_TAG, timeout: 900_000 }, async (context) => {
    const exact = await fetch(`${EXACT_FILES}/config.json`);
    if (!exact.ok)
      context.skip('Left out: the miniature with 32-bit floats is not at ../shared/models/mini.');
    if (!(await navigator.gpu?.requestAdapter())) context.skip('Left out: this browser has no WebGPU.');
    const dialogue = await readClip('dialogue_en.flac');
    // A realm has one copy of the runtime, and one model: each device has a worker of its own.
    const hear = async (device: WhisperRequest['device']) => {
      const own = startWorker();
      const window = windowOf(dialogue, 0, 2.1);
      const options = { ...DETECT, language: 'en' as const };
      return ask({ device, isShortened: true, window, options }, own).finally(() => own.terminate());
    };
    const onWasm = await hear('wasm');
    const onGpu = await hear('software webgpu');
    expect(textOf(onWasm)).toBe('Good morning Emma.');
    expect(textOf(onGpu)).toBe(textOf(onWasm));
    // Each step of the decoder takes it: from the CPU's memory it would be sent to the GPU again for every token.
    expect(onGpu.encodedOn).toBe('gpu-buffer');
    const onBoth = await hear('software webgpu beside wasm');
    expect(textOf(onBoth)).toBe(textOf(onWasm));
    expect(onBoth.encodedOn).toBe('cpu-pinned');
    expect(onBoth.transcript.fallbacks).toBeUndefined();
    const starts = wordsOf(onGpu).map(({ start }, index) =>
      Math.abs(start - (wordsOf(onWasm)[index]?.start ?? 99)),
    );
    expect(median(starts)).toBeLessThanOrEqual(0.06);
  });
});
