import { expect, it } from 'vitest';
import { UnsettledSound } from './unsettled-sound.ts';

const piece = (from: number, length: number) => {
  const samples = Float32Array.from({ length }, (_, at) => from + at);
  return [samples, samples.map((sample) => -sample)];
};
const first = (channels: Float32Array[]) => [...(channels[0] ?? [])];

it('gives what lies behind a sample, across pieces, and keeps what is not settled', () => {
  const sound = new UnsettledSound(10);
  for (const from of [0, 4, 8]) sound.push(piece(from, 4));
  expect(sound.end).toBe(12);
  expect(first(sound.from(0, 100))).toEqual(Array.from({ length: 12 }, (_, at) => at));
  expect(first(sound.from(3, 0.6))).toEqual([3, 4, 5, 6, 7, 8]);
  expect([...(sound.from(10, 100)[1] ?? [])]).toEqual([-10, -11]);
  sound.forgetBefore(0.9);
  expect(sound.sampleAt(0)).toBe(8);
  expect(first(sound.from(sound.sampleAt(0.95), 100))).toEqual([9, 10, 11]);
  sound.push(piece(12, 2));
  expect(first(sound.from(8, 100))).toEqual([8, 9, 10, 11, 12, 13]);
  sound.forgetBefore(100);
  expect(sound.sampleAt(100)).toBe(14);
  expect(sound.from(14, 100)).toEqual([]);
});
