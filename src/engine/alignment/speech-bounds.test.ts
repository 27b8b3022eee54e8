import { describe, expect, it } from 'vitest';
import { findSkippedSpeech } from './skipped-speech.ts';
import { pausesOf, speechBounds } from './speech-bounds.ts';
import { speechEnvelope } from './speech-envelope.ts';

const RATE = 16_000;

/** A tone during speech, faint noise elsewhere. */
function audio(duration: number, speech: readonly (readonly [number, number])[]): Float32Array {
  return Float32Array.from({ length: duration * RATE }, (_, sample) => {
    const seconds = sample / RATE;
    const spoken = speech.some(([start, end]) => seconds >= start && seconds < end);
    return spoken ? 0.3 * Math.sin(2 * Math.PI * 200 * seconds) : 0.0001 * Math.sin(sample * 12.9898);
  });
}

describe('pauses', () => {
  it('are where the level is low, to a hundredth of a second', () => {
    const envelope = speechEnvelope(
      audio(3, [
        [0.5, 1],
        [1.1, 2],
      ]),
      RATE,
    );
    const pauses = pausesOf(envelope, 0.015);
    expect(pauses).toHaveLength(3);
    expect(pauses[1]?.start).toBeCloseTo(1, 1.9);
    expect(pauses[1]?.end).toBeCloseTo(1.1, 1.9);
  });

  it('have no range in steady sound, unlike speech', () => {
    expect(speechEnvelope(audio(2, [[0, 2]]), RATE).range).toBeLessThan(4);
    expect(speechEnvelope(audio(2, [[0.5, 1]]), RATE).range).toBeGreaterThan(30);
    expect(speechEnvelope(new Float32Array(RATE), RATE).range).toBe(0);
  });
});

describe('words', () => {
  const pauses = [
    { start: 0, end: 0.4 },
    { start: 1, end: 1.1 },
    { start: 2, end: 3 },
  ];

  it('end where their speech ends and begin where it begins', () => {
    const bounds = speechBounds(
      [
        { start: 0, end: 1.06 },
        { start: 1.06, end: 3 },
      ],
      pauses,
    );
    expect(bounds).toEqual([
      { start: 0.4, end: 1 },
      { start: 1.1, end: 2 },
    ]);
  });

  it('stay on the side of a long pause where they are attended to', () => {
    // The second word begins behind the pause, and passes on to the third soon after.
    const words = [
      { start: 1.1, end: 1.8 },
      { start: 1.8, end: 3.1 },
      { start: 3.1, end: 4 },
    ];
    const [, second] = speechBounds(
      words,
      pauses,
      (_, { start, end }) => (start >= 3 ? 1 : 0.1) * (end - start),
    );
    expect(second).toEqual({ start: 3, end: 3.1 });
  });

  it('lie in the part of their span where they are attended to, or that goes over into their neighbours', () => {
    const apart = [
      { start: 0, end: 0.4 },
      { start: 1, end: 2 },
      { start: 4, end: 5 },
    ];
    const [alone] = speechBounds([{ start: 0, end: 3.5 }], apart, (_, { start }) => (start < 1 ? 2 : 1));
    expect(alone).toEqual({ start: 0.4, end: 1 });
    expect(speechBounds([{ start: 0, end: 3.5 }], apart)).toEqual([{ start: 2, end: 3.5 }]);
    // An "uh" between the last word of a sentence and the next one.
    const [, last] = speechBounds(
      [
        { start: 0.4, end: 0.7 },
        { start: 0.7, end: 4 },
        { start: 5, end: 6 },
      ],
      apart,
    );
    expect(last).toEqual({ start: 0.7, end: 1 });
  });

  it('follow a short pause inside a sentence where attention is there', () => {
    const words = [
      { start: 0, end: 0.6 },
      { start: 0.6, end: 1.6 },
    ];
    const pause = [{ start: 0.9, end: 1.2 }];
    const attended = (share: number) =>
      speechBounds(words, pause, (_, { start, end }) => (start < 1 ? 1 : share) * (end - start))[1];
    expect(attended(7)).toEqual({ start: 1.2, end: 1.6 });
    expect(attended(3)).toEqual({ start: 0.6, end: 0.9 });
  });

  it('meet where attention changes, in connected speech', () => {
    const bounds = speechBounds(
      [
        { start: 0, end: 1.5 },
        { start: 1.5, end: 2.5 },
      ],
      [{ start: 2, end: 3 }],
    );
    expect(bounds[0]?.end).toBe(1.5);
    expect(bounds[1]?.start).toBe(1.5);
  });

  it('never span a pause: the larger part is kept', () => {
    const [word] = speechBounds([{ start: 0, end: 3 }], [{ start: 0.2, end: 1.5 }]);
    expect(word).toEqual({ start: 1.5, end: 3 });
  });

  it('keep a short silence inside: a stop consonant closes the mouth', () => {
    const [word] = speechBounds([{ start: 0, end: 1 }], [{ start: 0.4, end: 0.5 }]);
    expect(word).toEqual({ start: 0, end: 1 });
  });

  it('do not overlap, whatever the input', () => {
    const bounds = speechBounds(
      [
        { start: 0.5, end: 1.4 },
        { start: 1.2, end: 1.1 },
        { start: 0.9, end: 2 },
      ],
      pauses,
    );
    for (const [index, { start, end }] of bounds.entries()) {
      expect(end).toBeGreaterThanOrEqual(start);
      expect(start).toBeGreaterThanOrEqual(bounds[index - 1]?.end ?? 0);
    }
  });
});

describe('speech missing from the text', () => {
  const envelope = speechEnvelope(
    audio(6, [
      [0.2, 0.6],
      [1, 2.5],
      [3, 3.4],
    ]),
    RATE,
  );

  /** `said`: where the attention to the second word is largest. */
  const found = (said: number, text = ' however') =>
    findSkippedSpeech(
      [
        { text: ' yes', span: { start: 0, end: 0.8 } },
        { text, span: { start: 0.8, end: 6 } },
      ],
      pausesOf(envelope, 0.015),
      () => said,
      envelope,
    );

  it('is found at the word that was given its time', () => {
    expect(found(3.2)).toEqual({ word: 1, pause: undefined });
    // Before the pause the word has too much time as well.
    expect(found(2, ' a')).toEqual({ word: 1, pause: undefined });
  });

  it('is what is behind the pause before which the word was said', () => {
    expect(found(2)?.pause?.end).toBeCloseTo(3, 1.9);
  });

  it('is not suspected at words that are long enough, including numbers read aloud', () => {
    expect(found(2, ' 1999')).toBeNull();
  });
});
