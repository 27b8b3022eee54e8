import { describe, expect, it } from 'vitest';
import { SpeechSegmenter, type SpeechStretch } from './speech-segmenter.ts';
import { VAD_FRAME_SAMPLES } from './vad-frame.ts';

/** Stretches in frames. */
function stretches(probabilities: number[], startSample = 0): [number, number][] {
  const segmenter = new SpeechSegmenter(startSample);
  const found: (SpeechStretch | null)[] = probabilities.map((probability) => segmenter.push(probability));
  found.push(segmenter.finish());
  return found.flatMap((stretch) =>
    stretch ? [[stretch.start / VAD_FRAME_SAMPLES, stretch.end / VAD_FRAME_SAMPLES]] : [],
  );
}

const frames = (count: number, probability: number): number[] => new Array(count).fill(probability);

describe('stretches of speech', () => {
  it('extend from where the probability rises to where it falls for good', () => {
    expect(stretches([...frames(20, 0), ...frames(30, 0.9), ...frames(20, 0)])).toEqual([[20, 50]]);
  });

  it('are not ended by a short dip', () => {
    expect(stretches([...frames(20, 0.9), ...frames(7, 0), ...frames(20, 0.9), ...frames(20, 0)])).toEqual([
      [0, 47],
    ]);
    expect(stretches([...frames(20, 0.9), ...frames(8, 0), ...frames(20, 0.9)])).toEqual([
      [0, 20],
      [28, 48],
    ]);
  });

  it('do not flicker between the two thresholds', () => {
    expect(
      stretches([...frames(5, 0.45), ...frames(10, 0.6), ...frames(20, 0.4), ...frames(10, 0.1)]),
    ).toEqual([[0, 35]]);
    expect(stretches(frames(50, 0.45))).toEqual([]);
  });

  it('extend back over a quiet beginning, but not for ever', () => {
    expect(stretches([...frames(10, 0), ...frames(4, 0.2), ...frames(10, 0.9)])).toEqual([[10, 24]]);
    expect(stretches([...frames(50, 0.3), ...frames(10, 0.9)])).toEqual([[40, 60]]);
  });

  it('extend back over a soft consonant in it', () => {
    const beginning = [...frames(6, 0.3), ...frames(1, 0.07), ...frames(2, 0.3)];
    expect(stretches([...frames(10, 0), ...beginning, ...frames(10, 0.9)])).toEqual([[10, 29]]);
    const apart = [...frames(6, 0.3), ...frames(2, 0.07), ...frames(1, 0.3)];
    expect(stretches([...frames(10, 0), ...apart, ...frames(10, 0.9)])).toEqual([[18, 29]]);
    expect(stretches([...frames(20, 0.07), ...frames(10, 0.9)])).toEqual([[20, 30]]);
  });

  it('omit clicks', () => {
    expect(stretches([...frames(10, 0), ...frames(2, 0.9), ...frames(20, 0)])).toEqual([]);
  });

  it('are counted from where the channel begins', () => {
    expect(stretches([...frames(10, 0), ...frames(10, 0.9)], 100 * VAD_FRAME_SAMPLES)).toEqual([[110, 120]]);
  });

  it('report their start while they last', () => {
    const segmenter = new SpeechSegmenter(0);
    expect(segmenter.openStart).toBeNull();
    segmenter.push(0.9);
    expect(segmenter.openStart).toBe(0);
  });
});
