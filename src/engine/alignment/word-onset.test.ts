import { describe, expect, it } from 'vitest';
import type { SpeechEnvelope } from './speech-envelope.ts';
import { type AttendedWord, wordOnset } from './word-onset.ts';

const FRAMES = 50;

/** One head's attention, from a weight for each frame. */
const attention = (weightAt: (frame: number) => number) =>
  Float32Array.from({ length: FRAMES }, (_, frame) => weightAt(frame));

/** A second of sound with this level at each time. */
const envelope = (levelAt: (seconds: number) => number): SpeechEnvelope => ({
  levels: Float32Array.from({ length: 200 }, (_, hop) => levelAt(hop * 0.005)),
  threshold: -40,
  loud: -10,
  range: 40,
});
const SPEECH = -12;
const BREATH = -30;

const word = (
  weightAt: (frame: number) => number,
  span: AttendedWord['span'],
  letters = 3,
): AttendedWord => ({
  attention: attention(weightAt),
  heads: 1,
  frames: FRAMES,
  span,
  letters,
});

describe('where a word begins', () => {
  it('is where the attention rises, not where the word before ended', () => {
    // The word before ended at 0.1 s; the attention rises at 0.5 s.
    const rising = word((frame) => (frame < 25 ? 0.01 : frame < 32 ? 0.1 : 0.02), { start: 0.1, end: 0.8 });
    const onset = wordOnset(
      rising,
      envelope(() => SPEECH),
    );
    expect(onset).toBeGreaterThanOrEqual(0.5);
    expect(onset).toBeLessThan(0.57);
  });

  it('is where its sound begins, if the attention rises only at its vowel', () => {
    const late = word((frame) => (frame < 35 ? 0.01 : 0.1), { start: 0.1, end: 0.9 });
    const onset = wordOnset(
      late,
      envelope((seconds) => (seconds < 0.4 ? BREATH : SPEECH)),
    );
    expect(onset).toBeCloseTo(0.4, 2);
  });

  it('is where its sound begins, even if a stop inside it is quiet', () => {
    const late = word((frame) => (frame < 38 ? 0.01 : 0.1), { start: 0.1, end: 0.95 });
    const stop = (seconds: number) => seconds > 0.55 && seconds < 0.62;
    const onset = wordOnset(
      late,
      envelope((seconds) => (seconds < 0.3 || stop(seconds) ? BREATH : SPEECH)),
    );
    expect(onset).toBeCloseTo(0.3, 2);
  });

  it('leaves the word as long as its letters take', () => {
    const late = word((frame) => (frame < 40 ? 0.01 : 0.1), { start: 0.1, end: 0.9 }, 10);
    const onset = wordOnset(
      late,
      envelope(() => SPEECH),
    );
    expect(onset).toBeCloseTo(0.5);
  });

  it('is at the span’s start if the attention is even', () => {
    expect(
      wordOnset(
        word(() => 0.02, { start: 0.2, end: 0.6 }),
        envelope(() => SPEECH),
      ),
    ).toBeCloseTo(0.26);
  });

  it('lies inside the span, before its end', () => {
    const late = (frame: number) => (frame === 30 ? 1 : 0);
    const steady = envelope(() => SPEECH);
    expect(wordOnset(word(late, { start: 0.2, end: 0.6 }, 1), steady)).toBe(0.2);
    expect(wordOnset(word(late, { start: 0.2, end: 0.61 }, 0), steady)).toBeCloseTo(0.58);
    expect(
      wordOnset(
        word(() => 0, { start: 0.2, end: 0.6 }),
        steady,
      ),
    ).toBe(0.2);
  });
});
