import { describe, expect, it } from 'vitest';
import { framePower } from '../../../audio/channels/frame-power.ts';
import { withQuietBehind } from './quiet-behind.ts';

/** A second of speech-like tone after a second of pauses at a level. */
const recording = (quiet: number) =>
  Float32Array.from({ length: 32_000 }, (_, index) =>
    index < 16_000 ? quiet * (index % 2 === 0 ? 1 : -1) : Math.sin(index / 5) / 2,
  );

describe('quiet behind speech', () => {
  it('is as loud as the pauses of the recording, and the same each time', () => {
    const pcm = recording(0.01);
    const padded = withQuietBehind(pcm, 5);
    expect(padded).toHaveLength(5 * 16_000);
    expect(padded?.subarray(0, pcm.length)).toEqual(pcm);
    const { power } = framePower(padded?.subarray(pcm.length) ?? new Float32Array(1));
    expect(10 * Math.log10(power)).toBeCloseTo(-40, 0);
    expect(withQuietBehind(pcm, 5)).toEqual(padded);
  });

  it('is nothing new where the pauses are silent', () => {
    expect(withQuietBehind(recording(0), 5)).toBeNull();
    expect(withQuietBehind(new Float32Array(0), 5)).toBeNull();
  });
});
