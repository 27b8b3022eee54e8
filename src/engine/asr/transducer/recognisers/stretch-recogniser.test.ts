import { expect, it } from 'vitest';
import { SAMPLE_RATE } from '../../../audio/windows/speech-window.ts';
import { StretchRecogniser } from './stretch-recogniser.ts';

/** Sound of this length with a pause at `pause`, seconds. */
function sound(length: number, pause: number): Float32Array {
  return Float32Array.from({ length: length * SAMPLE_RATE }, (_, sample) =>
    Math.abs(sample / SAMPLE_RATE - pause) < 0.2 ? 0 : Math.sin(sample) * 0.3,
  );
}

function recognise(pcm: Float32Array) {
  const heard: number[] = [];
  const recogniser = new StretchRecogniser(
    {
      recognise: async ({ length }) => {
        heard.push(length / SAMPLE_RATE);
        return [{ text: ' a', time: 1, probability: 1 }];
      },
      dispose: async () => undefined,
    },
    15,
  );
  return recogniser
    .recognise(pcm, new AbortController().signal)
    .then((tokens) => ({ heard, times: tokens.map(({ time }) => time) }));
}

it('cuts longer speech in its pause, and counts times from the beginning of the window', async () => {
  const { heard, times } = await recognise(sound(28, 13));
  expect(heard).toEqual([expect.closeTo(13, 0), expect.closeTo(15, 0)]);
  expect(heard.reduce((sum, seconds) => sum + seconds)).toBeCloseTo(28, 6);
  expect(times).toEqual([1, expect.closeTo((heard[0] ?? Number.NaN) + 1, 6)]);
});

it('never gives the model more than it can take, and leaves shorter speech whole', async () => {
  const { heard } = await recognise(sound(30, 100));
  expect(Math.max(...heard)).toBeLessThanOrEqual(15);
  expect(heard.reduce((sum, seconds) => sum + seconds)).toBeCloseTo(30, 6);
  expect((await recognise(sound(14, 5))).heard).toEqual([14]);
});
