import { describe, expect, it } from 'vitest';
import { SAMPLE_RATE } from '../audio/windows/speech-window.ts';
import { type SoundKindRules, soundKind } from './sound-kinds.ts';
import { SoundScanner } from './sound-scanner.ts';

const LABELS = ['Hum', 'Click', 'Talk'];
const rule = (rules: Partial<SoundKindRules>): SoundKindRules =>
  soundKind.parse({ labels: ['Hum'], least: 0.5, seconds: 0, join: 1, ...rules });

/** Sound whose samples are the score of its label: hum positive, click negative, talk above 1. */
const sound = (seconds: number, ...parts: [from: number, to: number, value: number][]): Float32Array => {
  const pcm = new Float32Array(seconds * SAMPLE_RATE);
  for (const [from, to, value] of parts) pcm.fill(value, from * SAMPLE_RATE, to * SAMPLE_RATE);
  return pcm;
};

/** The mean of a window where half of it has the sound. */
const score = async (windows: readonly Float32Array[]) =>
  windows.map((window) => {
    const share = (has: (sample: number) => boolean) =>
      Math.min(1, (2 * window.filter(has).length) / window.length);
    return Float32Array.of(
      share((sample) => sample > 0),
      share((sample) => sample < 0),
      share((sample) => sample > 1),
    );
  });

async function scan(pcm: Float32Array, rules: Record<string, SoundKindRules>, block = 8000) {
  let windows = 0;
  const counted: typeof score = async (some) => {
    windows += some.length;
    return score(some);
  };
  const scanner = new SoundScanner(LABELS, counted, new Map(Object.entries(rules)));
  for (let at = 0; at < pcm.length; at += block) await scanner.push(pcm.slice(at, at + block));
  return { found: await scanner.finish(), windows };
}

describe('a scanner of sounds', () => {
  it('finds where a sound begins and ends within half a second', async () => {
    const { found } = await scan(sound(20, [5.3, 9.8, 1]), { hum: rule({}) });
    expect(found).toHaveLength(1);
    expect(Math.abs((found[0]?.start ?? 0) - 5.3)).toBeLessThan(0.5);
    expect(Math.abs((found[0]?.end ?? 0) - 9.8)).toBeLessThan(0.5);
    expect(found[0]).toMatchObject({ kind: 'hum', confidence: 1 });
  });

  it('gives the same for blocks of any length', async () => {
    const pcm = sound(12, [2, 3, 1], [7.7, 8.1, -1]);
    const kinds = { hum: rule({}), click: rule({ labels: ['Click'] }) };
    const whole = await scan(pcm, kinds, pcm.length);
    expect(whole.found.map(({ kind }) => kind)).toEqual(['hum', 'click']);
    for (const block of [1000, 8000, 50_001])
      expect((await scan(pcm, kinds, block)).found).toEqual(whole.found);
  });

  it('scores one window after the other, and three more only where something changes', async () => {
    expect((await scan(sound(39), { hum: rule({}) })).windows).toBe(40);
    expect((await scan(sound(39, [0, 39, 1]), { hum: rule({}) })).windows).toBe(40);
    expect((await scan(sound(39, [20, 21, 1]), { hum: rule({}) })).windows).toBeLessThanOrEqual(46);
  });

  it('joins what has a short gap, and drops what is too short', async () => {
    const pcm = sound(30, [3, 5, 1], [8, 9.5, 1], [20, 20.4, 1]);
    const { found } = await scan(pcm, { hum: rule({ seconds: 1.5, join: 4 }) });
    expect(found).toHaveLength(1);
    expect(found[0]?.end).toBeGreaterThan(9);
    expect((await scan(pcm, { hum: rule({}) })).found).toHaveLength(3);
  });

  it('reaches the end of the recording, however short that is', async () => {
    const { found } = await scan(sound(10, [8, 10, 1]), { hum: rule({}) });
    expect(found[0]?.end).toBe(10);
    expect((await scan(sound(0.5, [0, 0.5, 1]), { hum: rule({}) })).found).toMatchObject([{ end: 0.5 }]);
    expect((await scan(sound(0), { hum: rule({}) })).found).toEqual([]);
  });

  it('does not take a sound for two, unless it goes on', async () => {
    const kinds = {
      hum: rule({ yields: { to: ['click'], below: 4 } }),
      click: rule({ labels: ['Click'] }),
    };
    const kindsIn = async (...parts: [number, number, number][]) =>
      (await scan(sound(20, ...parts), kinds)).found.map(({ kind }) => kind);
    expect(await kindsIn([5, 6, -1], [6, 7, 1])).toEqual(['click']);
    expect(await kindsIn([5, 6, -1], [6, 14, 1])).toEqual(['click', 'hum']);
    expect(await kindsIn([5, 6, -1], [12, 13, 1])).toEqual(['click', 'hum']);
  });

  it('leaves out windows that have something else', async () => {
    const kinds = { hum: rule({ unless: { labels: ['Talk'], from: 0.5 } }) };
    const { found } = await scan(sound(20, [2, 8, 1], [8, 14, 2]), kinds);
    expect(found).toHaveLength(1);
    expect(found[0]?.end).toBeLessThan(9);
  });

  it('refuses a table with a label that the model does not have', () => {
    expect(() => new SoundScanner(LABELS, score, new Map([['hum', rule({ labels: ['Humm'] })]]))).toThrow(
      'Humm',
    );
  });
});
