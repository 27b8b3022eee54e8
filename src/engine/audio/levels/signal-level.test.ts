import { describe, expect, it } from 'vitest';
import { SAMPLE_RATE } from '../windows/speech-window.ts';
import { SignalLevel } from './signal-level.ts';

/** Seconds of a tone, cut off at full scale, in blocks of odd lengths. */
function measured(amplitude: number, seconds = 2) {
  const level = new SignalLevel();
  const samples = Float32Array.from({ length: seconds * SAMPLE_RATE }, (_, n) =>
    Math.max(-1, Math.min(1, amplitude * Math.sin(n / 8))),
  );
  for (let start = 0; start < samples.length; start += 777) level.push(samples.subarray(start, start + 777));
  return level.facts();
}

describe('the level of a recording', () => {
  it('is that of its loud parts', () => {
    expect(measured(0.5)).toEqual({ peakDb: -6, loudDb: -9, clippedShare: 0 });
    expect(measured(0.001)).toMatchObject({ peakDb: -60, loudDb: -63 });
  });

  it('tells what is cut off, and silence', () => {
    expect(measured(4).clippedShare).toBeGreaterThan(0.95);
    expect(measured(0)).toEqual({ peakDb: -120, loudDb: -120, clippedShare: 0 });
    expect(new SignalLevel().facts().loudDb).toBe(-120);
  });

  it('is that of speech, however long the pauses are', () => {
    const level = new SignalLevel();
    const tone = (amplitude: number, seconds: number) =>
      Float32Array.from({ length: seconds * SAMPLE_RATE }, (_, n) => amplitude * Math.sin(n / 8));
    level.push(tone(0.0002, 200));
    const speech = tone(0.5, 3);
    level.push(speech);
    expect(level.facts().loudDb).toBeLessThan(-70);
    level.pushSpeech(speech);
    expect(level.facts().loudDb).toBe(-9);
  });
});
