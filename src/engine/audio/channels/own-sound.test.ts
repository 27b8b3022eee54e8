import { beforeAll, describe, expect, it } from 'vitest';
import { readClip } from '../../../../tests/miniatures/mini-whisper.ts';
import { isThorough, THOROUGH_TAG } from '../../../../tests/runner/thorough.ts';
import { OwnSound } from './own-sound.ts';

const RATE = 16_000;
const BLOCK = RATE / 2;
const TOTAL = 12 * RATE;

/** Two people, about 3 and 4 s of speech each. */
let anna: Float32Array;
let ben: Float32Array;

beforeAll(async () => {
  anna = (await readClip('en_hello.wav')).slice(0, 4 * RATE);
  ben = (await readClip('en_pii.wav')).slice(0, 4 * RATE);
});

/** A sound in a longer silence. */
function at(seconds: number, sound: Float32Array, total = TOTAL): Float32Array {
  const samples = new Float32Array(total);
  samples.set(sound.subarray(0, total), Math.round(seconds * RATE));
  return samples;
}

/** Sample by sample in a typed array: `Float32Array.from` a function takes ten times as long. */
const made = (sampleAt: (index: number) => number, length = TOTAL): Float32Array =>
  new Float32Array(length).map((_, index) => sampleAt(index));

function mix(...sounds: Float32Array[]): Float32Array {
  const mixed = new Float32Array(TOTAL);
  for (const sound of sounds)
    for (let index = 0; index < TOTAL; index++) mixed[index] = (mixed[index] ?? 0) + (sound[index] ?? 0);
  return mixed;
}

const times = (decibels: number, sound: Float32Array): Float32Array =>
  sound.map((sample) => sample * 10 ** (decibels / 20));

function later(samples: number, sound: Float32Array): Float32Array {
  const moved = new Float32Array(sound.length);
  moved.set(sound.subarray(0, sound.length - samples), samples);
  return moved;
}

/** White noise, the same on every run (mulberry32). */
function noise(seed: number, decibels: number, length = TOTAL): Float32Array {
  let state = seed;
  const peak = Math.sqrt(3) * 10 ** (decibels / 20);
  return made(() => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return (((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 31 - 1) * peak;
  }, length);
}

/** Notes that begin every 0.3 s and die away, at frequencies that depend on the seed. */
function music(seed: number, decibels: number): Float32Array {
  return made((index) => {
    const note = Math.floor(index / 4800);
    const hertz = 220 * 2 ** (((note * (seed + 3) + seed * 5) % 17) / 12);
    const age = (index % 4800) / RATE;
    const wave = [1, 2, 3].reduce(
      (sum, k) => sum + Math.sin((2 * Math.PI * hertz * k * index) / RATE) / k,
      0,
    );
    return wave * Math.exp(-6 * age) * 10 ** (decibels / 20);
  });
}

/** A room: the sound and its echoes, which die away within half a second. */
function room(seed: number, sound: Float32Array): Float32Array {
  const echoes = [...noise(seed, 0, 60)].map((size, index) => ({
    size: 0.4 * size * Math.exp(-index / 15),
    delay: 120 + index * 120 + Math.round(50 * Math.abs(size)),
  }));
  return sound.map(
    (sample, at) =>
      sample + echoes.reduce((sum, { size, delay }) => sum + size * (sound[at - delay] ?? 0), 0),
  );
}

/** 8 bits with the steps of a telephone line (µ-law). */
function telephone(sound: Float32Array): Float32Array {
  return sound.map((sample) => {
    const coded = Math.round((127 * Math.log1p(255 * Math.min(1, Math.abs(sample)))) / Math.log(256));
    return (Math.sign(sample) * Math.expm1((coded * Math.log(256)) / 127)) / 255;
  });
}

function ownOf(planes: Float32Array[]): Float32Array[] {
  const own = new OwnSound();
  const parts: Float32Array[][] = [];
  for (let from = 0; from < TOTAL; from += BLOCK) {
    // Copies share their planes.
    const cut = new Map(planes.map((plane) => [plane, plane.slice(from, from + BLOCK)]));
    parts.push(...own.push(planes.flatMap((plane) => cut.get(plane) ?? [])));
  }
  parts.push(...own.finish());
  return planes.map((_, channel) => joined(parts.map((part) => part[channel] ?? new Float32Array())));
}

function joined(parts: readonly Float32Array[]): Float32Array {
  const whole = new Float32Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** Level of some seconds, dB of full scale. */
function level(sound: Float32Array | undefined, from = 0, to = TOTAL / RATE): number {
  const part = sound?.subarray(from * RATE, to * RATE) ?? new Float32Array(0);
  const power = part.reduce((sum, sample) => sum + sample * sample, 0) / part.length;
  return power > 0 ? 10 * Math.log10(power) : Number.NEGATIVE_INFINITY;
}

/** How much of a sound is in another one: 1 if nothing else is. */
function likeness(a: Float32Array | undefined, b: Float32Array): number {
  let [product, ofA, ofB] = [0, 0, 0];
  for (let index = 0; index < TOTAL; index++) {
    product += (a?.[index] ?? 0) * (b[index] ?? 0);
    ofA += (a?.[index] ?? 0) ** 2;
    ofB += (b[index] ?? 0) ** 2;
  }
  return product / Math.sqrt(ofA * ofB || 1);
}

const SILENT = -100;

/** Whether all samples are the same; `toEqual` takes seconds for so many. */
const isExactly = (a: Float32Array | undefined, b: Float32Array): boolean =>
  a?.length === b.length && b.every((sample, index) => a[index] === sample);

describe('one voice in two channels stays in the first', () => {
  const cases: [string, (voice: Float32Array) => [Float32Array, Float32Array]][] = [
    ['copied', (voice) => [voice, voice]],
    ['equal, but not shared', (voice) => [voice, voice.slice()]],
    ['softer and turned round', (voice) => [voice, voice.map((sample) => sample * -0.4)]],
    ['a sample later', (voice) => [voice, later(1, voice)]],
    ['earlier by the way of 4 cm', (voice) => [later(2, voice), times(-3, voice)]],
    ['later by the way of 6 m', (voice) => [voice, times(-4, later(280, voice))]],
    ['with noise at -56 dB', (voice) => [mix(voice, noise(1, -56)), mix(voice, noise(2, -56))]],
    ['with noise in one channel', (voice) => [voice, mix(voice, noise(2, -56))]],
    ['with a crackle of 0.1 s', (voice) => [voice, mix(voice, at(2, noise(3, -9, 1600)))]],
    [
      'with other room noise',
      (voice) => [voice, mix(voice, times(-20, mix(later(90, voice), noise(4, -40))))],
    ],
  ];
  it.each(cases)('%s', (_, recorded) => {
    const planes = recorded(mix(at(0.5, anna), at(6, ben)));
    const [first, second] = ownOf(planes);
    expect(likeness(first, planes[0])).toBeGreaterThan(0.999);
    // Noise in pauses may remain: nobody speaks there.
    expect(level(second, 1, 4)).toBeLessThan(SILENT);
    expect(level(second, 6.5, 9)).toBeLessThan(SILENT);
  });

  it('after stereo music', () => {
    const voice = at(6, anna);
    const jingle = (seed: number) => at(0, music(seed, -12).subarray(0, 5 * RATE));
    const [first, second] = ownOf([mix(jingle(1), voice), mix(jingle(2), voice)]);
    expect(level(first, 6.5, 9)).toBeCloseTo(level(voice, 6.5, 9), 5);
    expect(level(second, 6.5, 9)).toBeLessThan(SILENT);
    expect(level(second, 1, 4)).toBeGreaterThan(-30);
  });

  it.each(isThorough ? [-40, -30, -25] : [-30])('over stereo music at %i dB', (decibels) => {
    const voice = mix(at(0.5, anna), at(6, ben));
    const second = ownOf([mix(music(1, decibels), voice), mix(music(2, decibels), voice)])[1];
    expect(Math.abs(likeness(second, voice))).toBeLessThan(0.15);
    expect(level(second, 0.5, 4)).toBeLessThan(level(voice, 0.5, 4) - 8);
  });

  it('in a room that echoes otherwise in each channel', () => {
    const voice = mix(at(0.5, anna), at(6, ben));
    const [first, second] = ownOf([room(1, voice), room(2, voice)]);
    expect(level(first, 1, 4)).toBeGreaterThan(-26);
    expect(level(second, 1, 4)).toBeLessThan(SILENT);
    expect(level(second, 6.5, 9)).toBeLessThan(SILENT);
  });

  it('in a channel that was silent before', () => {
    const voice = mix(at(0.5, anna), at(6, ben));
    const second = voice.map((sample, index) => (index < 5 * RATE ? 0 : sample));
    expect(level(ownOf([voice, second])[1])).toBeLessThan(SILENT);
  });

  it('two people before two microphones, each nearer to one', () => {
    const left = mix(at(0.5, anna), times(-6, later(14, at(4.4, ben))));
    const right = mix(times(-5, later(9, at(0.5, anna))), at(4.4, ben));
    const [first, second] = ownOf([left, right]);
    expect(isExactly(first, left)).toBe(true);
    expect(level(second)).toBeLessThan(-60);
  });
});

describe('crosstalk is taken away', () => {
  it.each(isThorough ? [-20, -30, -40] : [-30])('at %i dB, also by telephone', (decibels) => {
    const [left, right] = [mix(at(0.3, anna), at(8, anna)), at(4.1, ben)];
    for (const line of [(sound: Float32Array) => sound, telephone]) {
      const planes = [mix(left, times(decibels, right)), mix(right, times(decibels, left))].map(line);
      const [first, second] = ownOf(planes);
      expect(likeness(first, left)).toBeGreaterThan(0.99);
      expect(likeness(second, right)).toBeGreaterThan(0.99);
      for (const [from, to] of [[4.6, 7.4]] as const) expect(level(first, from, to)).toBeLessThan(-75);
      for (const [from, to] of [
        [0.6, 3.6],
        [8.8, 11.5],
      ] as const)
        expect(level(second, from, to)).toBeLessThan(-75);
    }
  });

  it('though it comes late, as an echo does', () => {
    const [left, right] = [mix(at(0.3, anna), at(8, anna)), at(4.5, ben)];
    const echo = (sound: Float32Array) => times(-22, later(3300, sound));
    const [first, second] = ownOf([mix(left, echo(right)), mix(right, echo(left))]);
    expect(level(second, 0.6, 3.8)).toBeLessThan(-90);
    expect(level(first, 5, 7.6)).toBeLessThan(-90);
    expect(likeness(second, right)).toBeGreaterThan(0.999);
  });

  it('but not what is said at the same time', () => {
    const word = ben.subarray(0.3 * RATE, 0.9 * RATE);
    const left = mix(at(0.5, anna), at(5, anna));
    const right = at(6.2, word);
    const planes = [mix(left, times(-25, right)), mix(right, times(-25, left))];
    const second = ownOf(planes)[1];
    expect(likeness(second, right)).toBeGreaterThan(0.98);
    expect(level(second, 1, 4)).toBeLessThan(SILENT);
  });
});

function expectUntouched(planes: Float32Array[]): void {
  const own = ownOf(planes);
  for (const [channel, plane] of planes.entries()) expect(isExactly(own[channel], plane)).toBe(true);
}

describe('what differs stays as it is', () => {
  it('two people at once', () => {
    const planes = [mix(at(0.5, anna), at(6, anna)), mix(at(0.5, ben), at(6, ben))];
    expectUntouched(planes);
  });

  it('a person after another', () => {
    const planes = [at(0.5, anna), at(6, ben)];
    expectUntouched(planes);
  });

  it('one person who moves from left to right', () => {
    const planes = [at(0.5, anna), at(6, anna)];
    expectUntouched(planes);
  });

  it('a hum beside a voice', () => {
    const hum = made((index) => 0.1 * Math.sin((2 * Math.PI * 50 * index) / RATE));
    const planes = [hum, at(0.5, anna)];
    expectUntouched(planes);
  });

  it('copies, once they differ', () => {
    const voice = at(0.5, anna);
    const own = new OwnSound();
    const parts: Float32Array[][] = [];
    for (let from = 0; from < TOTAL; from += BLOCK) {
      const shared = voice.slice(from, from + BLOCK);
      const other = at(6, ben).slice(from, from + BLOCK);
      parts.push(...own.push(from < 5 * RATE ? [shared, shared] : [shared, other]));
    }
    parts.push(...own.finish());
    const second = joined(parts.map((part) => part[1] ?? new Float32Array()));
    expect(level(second, 0, 5)).toBeLessThan(SILENT);
    expect(likeness(second, at(6, ben))).toBeGreaterThan(0.999);
  });
});

it('a voice that is in three channels is never lost from all of them', { tags: THOROUGH_TAG }, () => {
  const voice = at(0.5, anna);
  const orders = [
    [0, 14, 8],
    [0, 0, 0],
    [0, 8, 14],
    [14, 8, 0],
    [-8, 0, 8],
  ];
  for (const levels of isThorough ? orders : orders.slice(0, 2)) {
    const kept = ownOf(levels.map((decibels) => times(decibels - 14, voice)));
    expect(Math.max(...kept.map((plane) => level(plane, 1, 4)))).toBeGreaterThan(level(voice, 1, 4) - 23);
  }
});

it('is ahead of what it gives by little more than a second, however long a recording is', () => {
  const own = new OwnSound();
  let [pushed, ready] = [0, 0];
  for (let block = 0; block < 60; block++) {
    const part = noise(block, -30, BLOCK);
    pushed += BLOCK;
    for (const [plane] of own.push([part, later(1, part)])) ready += plane?.length ?? 0;
    expect(pushed - ready).toBeLessThan(1.8 * RATE);
  }
});
