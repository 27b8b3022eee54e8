import { describe, expect, it } from 'vitest';
import table from './voice-space.json' with { type: 'json' };
import { inVoiceSpace } from './voice-space.ts';
import { cosineDistance, unitLength } from './voice-vectors.ts';

const numbers = ({ largest, bytes }: { largest: number; bytes: string[] }) =>
  [...Buffer.from(bytes.join(''), 'base64')].map((byte) => (((byte << 24) >> 24) / 127) * largest);
const mean = numbers(table.mean);
const direction = (place: number) =>
  numbers(table.directions).slice(place * table.size, (place + 1) * table.size);
/** The mean voice, moved along a direction. */
const moved = (along: readonly number[], by: number) =>
  unitLength(Float32Array.from(mean, (value, at) => value + by * (along[at] ?? 0))) ?? new Float32Array();

describe('inVoiceSpace', () => {
  it('has 24 directions, of unit length and at right angles, and shares of each', () => {
    expect(table.shares).toHaveLength(24);
    for (const share of table.shares) expect(share > 0 && share < 1).toBe(true);
    for (const [one, other] of [
      [0, 0],
      [23, 23],
      [0, 1],
      [5, 22],
    ] as const) {
      const product = direction(one).reduce((sum, value, at) => sum + value * (direction(other)[at] ?? 0), 0);
      expect(product).toBeCloseTo(one === other ? 1 : 0, 1);
    }
  });

  it('makes less of what differs within one person than of anything else', () => {
    // A change of the voice as large as the mean's rest, along the first direction and along one that is at right angles to all.
    const random = Float32Array.from({ length: table.size }, (_, at) => Math.sin(at * 7.3));
    let other = [...random];
    for (let place = 0; place < table.shares.length; place++) {
      const along = other.reduce((sum, value, at) => sum + value * (direction(place)[at] ?? 0), 0);
      other = other.map((value, at) => value - along * (direction(place)[at] ?? 0));
    }
    const length = Math.hypot(...other);
    other = other.map((value) => value / length);
    const base = moved(other, 0.4);
    const by = (along: readonly number[]) =>
      unitLength(Float32Array.from(base, (value, at) => value + 0.3 * (along[at] ?? 0))) ?? base;
    const distances = [direction(0), direction(1)].map((along) =>
      cosineDistance(inVoiceSpace(base), inVoiceSpace(by(along))),
    );
    const plain = [direction(0), direction(1)].map((along) => {
      const centred = (voice: Float32Array) =>
        unitLength(voice.map((value, at) => value - (mean[at] ?? 0))) ?? voice;
      return cosineDistance(centred(base), centred(by(along)));
    });
    for (const [at, distance] of distances.entries()) expect(distance).toBeLessThan((plain[at] ?? 0) * 0.8);
  });

  it('returns vectors of other networks as they are', () => {
    const vector = Float32Array.of(0.6, 0.8);
    expect(inVoiceSpace(vector)).toBe(vector);
  });
});
