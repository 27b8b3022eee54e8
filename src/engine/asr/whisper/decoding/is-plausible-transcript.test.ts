import { expect, it } from 'vitest';
import { readClip, windowOf } from '../../../../../tests/miniatures/mini-whisper.ts';
import { fromHalfFloats, toHalfFloats } from '../../../onnx/half-float.ts';
import type { WindowTranscript } from '../../asr-engine.ts';
import { isPlausibleTranscript } from './is-plausible-transcript.ts';

function transcript(words: string[], confidence = 0.9): WindowTranscript {
  return {
    index: 0,
    channel: 0,
    start: 0,
    end: 7,
    segments: [
      {
        language: 'en',
        languageConfidence: 1,
        words: words.map((word, index) => ({ word, start: index / 10, end: (index + 1) / 10, confidence })),
      },
    ],
  };
}

const SAID = [' Hello', ' my', ' name', ' is', ' John', ' Smith.'];

it('plausible words are sane', async () => {
  expect(isPlausibleTranscript(transcript(SAID), windowOf(await readClip('en_hello.wav')))).toBe(true);
});

it('an empty transcript is sane for silence and noise, not for speech', async () => {
  const nothing = { ...transcript([]), segments: [] };
  expect(isPlausibleTranscript(nothing, windowOf(await readClip('silence.wav')))).toBe(true);
  expect(isPlausibleTranscript(nothing, windowOf(await readClip('noise.wav')))).toBe(true);
  expect(isPlausibleTranscript(nothing, windowOf(await readClip('en_hello.wav')))).toBe(false);
});

it('one phrase over and over is not sane', async () => {
  const window = windowOf(await readClip('en_hello.wav'));
  expect(isPlausibleTranscript(transcript(new Array(14).fill(' the')), window)).toBe(false);
});

it('non-finite numbers, and words the model does not believe, are not sane', async () => {
  const window = windowOf(await readClip('en_hello.wav'));
  expect(isPlausibleTranscript(transcript(SAID, Number.NaN), window)).toBe(false);
  expect(isPlausibleTranscript(transcript(SAID, 0.05), window)).toBe(false);
});

it('half floats keep their numbers', () => {
  const numbers = Float32Array.from([0, 1, -2.5, 65504, 2 ** -14, 2 ** -24, 1 / 3]);
  const back = fromHalfFloats(toHalfFloats(numbers));
  for (const [index, number] of numbers.entries()) {
    expect(Math.abs((back[index] ?? 9) - number)).toBeLessThanOrEqual(Math.abs(number) * 0.0005);
  }
  expect(fromHalfFloats(toHalfFloats(Float32Array.from([1e6])))[0]).toBe(Number.POSITIVE_INFINITY);
  expect(toHalfFloats(Float32Array.from([1]))[0]).toBe(0x3c00);
});
