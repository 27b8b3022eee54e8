import { expect, test } from 'vitest';
import { PEAKS_PER_SECOND, PeakMeter } from './peak-meter.ts';

const RATE = 16_000;

test('keeps the highest sample of all channels in each fortieth of a second, however the blocks are cut', () => {
  const left = Float32Array.from({ length: RATE }, (_, index) => (index < RATE / 2 ? 0.5 : 0));
  const right = new Float32Array(RATE);
  right[RATE - 1] = -1;
  const whole = new PeakMeter(RATE);
  whole.add([left, right]);
  const parts = new PeakMeter(RATE);
  for (let at = 0; at < RATE; at += 777)
    parts.add([left.subarray(at, at + 777), right.subarray(at, at + 777)]);
  const peaks = whole.peaks();
  expect(parts.peaks()).toEqual(peaks);
  expect(peaks).toHaveLength(PEAKS_PER_SECOND);
  expect([...new Set(peaks.subarray(0, 20))]).toEqual([128]);
  expect([...new Set(peaks.subarray(20, 39))]).toEqual([0]);
  expect(peaks[39]).toBe(255);
});

test('has a last peak for what is left, and grows with the recording', () => {
  const meter = new PeakMeter(RATE);
  for (let second = 0; second < 60; second++) meter.add([new Float32Array(RATE).fill(0.25)]);
  meter.add([Float32Array.of(2)]);
  const peaks = meter.peaks();
  expect(peaks).toHaveLength(60 * PEAKS_PER_SECOND + 1);
  expect(peaks[0]).toBe(64);
  expect(peaks.at(-1)).toBe(255);
});

test('has none for a recording without samples', () => {
  expect(new PeakMeter(RATE).peaks()).toHaveLength(0);
});
