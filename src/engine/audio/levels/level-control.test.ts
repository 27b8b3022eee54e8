import { describe, expect, it } from 'vitest';
import { correlation } from '../../../../tests/runner/correlation.ts';
import { seededRandom } from '../../../lib/seeded-random.ts';
import { SAMPLE_RATE } from '../windows/speech-window.ts';
import { LevelControl } from './level-control.ts';

/** Bursts of noise, as loud as speech at this peak, a second apart, each so many seconds long. */
function bursts(seconds: number, peak: number, length = 0.6): Float32Array {
  const draw = seededRandom(1);
  return Float32Array.from({ length: seconds * SAMPLE_RATE }, (_, index) => {
    const sounding = (index / SAMPLE_RATE) % 1 < length;
    return (sounding ? peak : peak / 1000) * (2 * draw() - 1);
  });
}

/** What comes out if the audio arrives in blocks of this many samples. */
function levelled(pcm: Float32Array, block = 8_000): Float32Array {
  const control = new LevelControl();
  const out: number[] = [];
  for (let at = 0; at < pcm.length; at += block) out.push(...control.push(pcm.subarray(at, at + block)));
  out.push(...control.finish());
  return Float32Array.from(out);
}

const decibels = (pcm: Float32Array) =>
  10 * Math.log10(pcm.reduce((sum, sample) => sum + sample * sample, 0) / pcm.length);
const peakOf = (pcm: Float32Array) => pcm.reduce((peak, sample) => Math.max(peak, Math.abs(sample)), 0);

const tone = (frequency: number, second: number): number => Math.sin(2 * Math.PI * frequency * second);

describe('the level of speech', () => {
  it('stays as it is if it is ordinary', () => {
    const pcm = bursts(8, 0.5);
    expect(levelled(pcm)).toEqual(pcm);
  });

  it('is the same however quiet the recording was', () => {
    const loud = decibels(levelled(bursts(5, 0.08)));
    for (const peak of [0.03, 0.006, 0.003]) expect(decibels(levelled(bursts(5, peak)))).toBeCloseTo(loud, 0);
  });

  it('does not depend on how the audio arrives', () => {
    const pcm = bursts(7, 0.01).subarray(0, 6.7 * SAMPLE_RATE);
    expect(levelled(pcm, 1_234)).toEqual(levelled(pcm));
    expect(levelled(pcm)).toHaveLength(pcm.length);
  });

  it('never leaves ±1, not even around a bang in quiet speech', () => {
    const pcm = bursts(8, 0.005);
    pcm.fill(0.9, 4 * SAMPLE_RATE, 4 * SAMPLE_RATE + 200);
    expect(peakOf(levelled(pcm))).toBeLessThanOrEqual(1);
    const after = levelled(pcm).subarray(5 * SAMPLE_RATE);
    expect(peakOf(after)).toBeGreaterThan(0.05);
    expect(peakOf(levelled(bursts(3, 0.5).map((sample) => sample * 4)))).toBeLessThanOrEqual(1);
  });

  it('leaves silence silent', () => {
    expect(peakOf(levelled(new Float32Array(5 * SAMPLE_RATE)))).toBe(0);
  });

  const low: [string, (second: number) => number][] = [
    ['an offset', () => 0.1],
    ['hum of 50 Hz and its third harmonic', (t) => 0.2 * tone(50, t) + 0.1 * tone(150, t)],
    ['hum of 60 Hz from a rectifier', (t) => 0.2 * tone(120, t) + 0.1 * tone(240, t)],
    ['rumble', (t) => 0.2 * tone(12, t) + 0.1 * tone(25, t)],
  ];
  it.each(low)('is that of the voice where %s is louder', (_, sound) => {
    const quiet = bursts(8, 0.01, 0.4);
    const alone = levelled(quiet).subarray(2 * SAMPLE_RATE);
    const under = levelled(quiet.map((sample, index) => sample + sound(index / SAMPLE_RATE)));
    const heard = under.subarray(2 * SAMPLE_RATE);
    expect(Math.abs(decibels(heard) - decibels(alone))).toBeLessThan(1.5);
    // A pause is one again: 0.2 s after a burst little is left of what rings in the filters.
    const pause = heard.subarray(0.8 * SAMPLE_RATE, 0.95 * SAMPLE_RATE);
    expect(decibels(pause)).toBeLessThan(decibels(heard) - 15);
  });

  it.each([
    [
      'a rumble up to 60 Hz',
      (t: number) => [23, 37, 48, 59].reduce((sum, hz) => sum + 0.05 * tone(hz, t), 0),
    ],
    ['a whistle', (t: number) => 0.1 * tone(2_345, t)],
    ['the pulses of a telephone', (t: number) => ((t * 217) % 1 < 0.125 ? 0.06 : 0)],
  ])('is that of the voice under %s', (_, sound) => {
    const quiet = bursts(10, 0.01, 0.4);
    const alone = levelled(quiet).subarray(3 * SAMPLE_RATE);
    const under = levelled(quiet.map((sample, index) => sample + sound(index / SAMPLE_RATE)));
    const heard = under.subarray(3 * SAMPLE_RATE);
    expect(Math.abs(decibels(heard) - decibels(alone))).toBeLessThan(3);
    expect(correlation(heard, alone)).toBeGreaterThan(0.7);
  });

  it('of a part that is quieter by 40 dB is raised from its first word on, that of a pause is not', () => {
    const draw = seededRandom(2);
    const loud = bursts(8, 0.5);
    const pause = Float32Array.from({ length: 4 * SAMPLE_RATE }, () => 0.0002 * (2 * draw() - 1));
    const quiet = bursts(6, 0.005);
    const out = levelled(Float32Array.from([...loud, ...pause, ...quiet, ...loud]));
    const at = (from: number, seconds: number) =>
      decibels(out.subarray(from * SAMPLE_RATE, (from + seconds) * SAMPLE_RATE));
    expect(at(8, 4)).toBeLessThan(-70);
    for (const second of [12, 14, 17]) expect(at(second, 0.6)).toBeGreaterThan(-20);
    expect(out.slice(19 * SAMPLE_RATE)).toEqual(loud.slice(SAMPLE_RATE));
  });

  it('keeps what is low where a voice is as loud', () => {
    const pcm = bursts(8, 0.5).map((sample, index) => sample + 0.3 * tone(60, index / SAMPLE_RATE));
    expect(levelled(pcm)).toEqual(pcm);
  });
});
