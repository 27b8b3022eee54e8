import { expect, test } from 'vitest';
import { columnsOf, loudestOf, zoomed } from './waveform-shape.ts';

/** A second of each of these peaks, of 255. */
const seconds = (...levels: number[]) => Uint8Array.from(levels.flatMap((peak) => Array(10).fill(peak)));
const columns = (peaks: Uint8Array) =>
  columnsOf(
    { rate: 10, peaks, loudest: loudestOf(peaks) },
    { start: 0, end: peaks.length / 10 },
    peaks.length / 10,
  );

test('a column is as high as people find it loud: speech 20 dB below is seen, silence is not', () => {
  const [loud = 0, quiet = 0, none, past] = columns(seconds(250, 25, 0));
  expect([loud, none, past]).toEqual([1, 0, undefined]);
  expect(quiet).toBeCloseTo(0.25, 2);
});

test('a quiet recording has the whole height, and one bang does not take it away', () => {
  const speech = seconds(...Array.from({ length: 60 }, () => 12));
  speech[7] = 255;
  expect(Math.min(...columns(speech))).toBe(1);
  expect(loudestOf(new Uint8Array(9))).toBe(1);
});

test('zooming keeps the time under the pointer, and stays within the recording', () => {
  expect(zoomed({ start: 0, end: 100 }, 25, 0.5, 100)).toEqual({ start: 12.5, end: 62.5 });
  expect(zoomed({ start: 0, end: 100 }, 0, 0.5, 100)).toEqual({ start: 0, end: 50 });
  expect(zoomed({ start: 10, end: 12 }, 11, 0.5, 100)).toEqual({ start: 10, end: 12 });
  expect(zoomed({ start: 12.5, end: 62.5 }, 25, 4, 100)).toEqual({ start: 0, end: 100 });
});
