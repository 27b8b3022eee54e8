import { describe, expect, it } from 'vitest';
import { DistinctChannels } from './distinct-channels.ts';

const LENGTH = 16_000;

/** Noise that is the same on every run; different seeds are unrelated. */
function voice(seed: number, level: number): Float32Array {
  let state = seed;
  return Float32Array.from({ length: LENGTH }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return (state / 2 ** 31 - 1) * level;
  });
}

const mix = (a: Float32Array, b: Float32Array) => a.map((value, index) => value + (b[index] ?? 0));

function distinctAfter(...blocks: Float32Array[][]): number[] {
  const channels = new DistinctChannels();
  for (const planes of blocks) channels.compare(planes);
  return channels.distinct;
}

describe('distinct channels', () => {
  it('a copy is not a channel of its own, at any gain and polarity', () => {
    const left = voice(1, 0.5);
    expect(distinctAfter([left, left.slice()])).toEqual([0]);
    expect(distinctAfter([left, left.map((value) => value * -0.3)])).toEqual([0]);
  });

  it('one voice with a little room around it in each channel is one channel', () => {
    const left = voice(1, 0.5);
    const right = mix(left, voice(2, 0.03));
    expect(distinctAfter([left, right])).toEqual([0]);
  });

  it('one voice through a joint-stereo coder of few bits, whose noise lies 15 dB below it, is one channel', () => {
    const left = voice(1, 0.5);
    expect(distinctAfter([left, mix(left, voice(2, 0.09))])).toEqual([0]);
  });

  it('unrelated noise in pauses does not make two channels, before and after the voice', () => {
    const speech = voice(1, 0.5);
    const quiet = [voice(2, 0.001), voice(3, 0.001)];
    expect(distinctAfter(quiet, [speech, mix(speech, voice(4, 0.02))], quiet)).toEqual([0]);
  });

  it('two voices are two channels, and stay so', () => {
    const both = [voice(1, 0.5), voice(2, 0.5)];
    const same = voice(3, 0.5);
    expect(distinctAfter(both)).toEqual([0, 1]);
    expect(distinctAfter(both, [same, same.slice()])).toEqual([0, 1]);
  });

  it('a quiet second voice is a channel of its own, even with the first one audible in it', () => {
    const first = voice(1, 0.5);
    const second = voice(2, 0.1);
    expect(
      distinctAfter([
        first,
        mix(
          first.map((value) => value * 0.05),
          second,
        ),
      ]),
    ).toEqual([0, 1]);
  });

  it('a silent channel beside a voice is a channel of its own', () => {
    expect(distinctAfter([voice(1, 0.5), new Float32Array(LENGTH)])).toEqual([0, 1]);
  });

  it('channels become two from where they begin to differ', () => {
    const same = voice(3, 0.5);
    const channels = new DistinctChannels();
    channels.compare([same, same.slice()]);
    expect(channels.count).toBe(1);
    channels.compare([voice(1, 0.5), voice(2, 0.5)]);
    expect(channels.count).toBe(2);
  });

  it('copies of a second voice belong to it', () => {
    const [first, second] = [voice(1, 0.5), voice(2, 0.5)];
    expect(distinctAfter([first, second, first.map((value) => value * 0.5), second.slice()])).toEqual([0, 1]);
    expect(distinctAfter([first, first, first], [first, second, second.slice()])).toEqual([0, 1]);
  });

  it('a channel that appears later is a channel of its own: it was silent before', () => {
    expect(distinctAfter([voice(1, 0.5)], [voice(2, 0.5), voice(2, 0.5)])).toEqual([0, 1]);
  });

  it('there is at least one channel, even in silence', () => {
    const silence = new Float32Array(LENGTH);
    expect(distinctAfter([silence, silence])).toEqual([0]);
    expect(new DistinctChannels().count).toBe(1);
  });
});
