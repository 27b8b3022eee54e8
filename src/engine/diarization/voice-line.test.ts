import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../lib/seeded-random.ts';
import { voiceLine } from './voice-line.ts';

const RATE = 16_000;
/** Pulses through a little noise: a voice with all harmonics up to `highest`. */
function voice(hz: number, [lowest, highest]: [number, number], seconds = 2): Float32Array {
  const random = seededRandom(1);
  return Float32Array.from({ length: seconds * RATE }, (_, at) => {
    let value = 0;
    for (let part = Math.ceil(lowest / hz); part * hz < highest; part++) {
      value += Math.cos((2 * Math.PI * part * hz * at) / RATE);
    }
    return value / 40 + (random() - 0.5) * 1e-5;
  });
}

describe('voiceLine', () => {
  it.each([85, 120, 210, 300])('finds the pitch of %d Hz without its lowest tones', (hz) => {
    const pitch = voiceLine(voice(hz, [310, 3300]))?.pitchHz ?? 0;
    expect(Math.abs(pitch / hz - 1)).toBeLessThan(0.02);
  });

  it('tells a telephone by its treble', () => {
    expect(voiceLine(voice(120, [0, 7900]))?.trebleDb).toBeGreaterThan(-6);
    expect(voiceLine(voice(120, [310, 3400]))?.trebleDb).toBeLessThan(-50);
  });

  it('knows no pitch of noise', () => {
    const random = seededRandom(2);
    expect(voiceLine(Float32Array.from({ length: RATE }, () => random() - 0.5))?.pitchHz).toBeNull();
  });

  it('says nothing of silence, and of less than a frame', () => {
    expect(voiceLine(new Float32Array(RATE))).toBeNull();
    expect(voiceLine(new Float32Array(100))).toBeNull();
  });
});
