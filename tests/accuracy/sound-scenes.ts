import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { SoundKind } from '../../src/contract/transcripts/sound-kind.ts';
import { SAMPLE_RATE } from '../../src/engine/audio/windows/speech-window.ts';
import { concatenate } from '../../src/lib/bytes/concatenate.ts';
import { channelsOf } from './live/recognise-live.ts';

/** A sound alone, or with speech; times in seconds of the scene. Null where nothing may be named. */
export interface Scene {
  name: string;
  pcm: Float32Array;
  kind: SoundKind | null;
  start: number;
  end: number;
}

/** The kind by the sound in plain words of the manifest. */
const KINDS: Readonly<Record<string, SoundKind>> = {
  applause: 'applause',
  'cheering and applause': 'applause',
  'dog barks': 'dog',
  cat: 'cat',
  doorbell: 'doorbell',
  knocking: 'knocking',
  typing: 'typing',
  music: 'music',
  rain: 'rain',
};

const sounds = z.array(z.object({ file: z.string(), sound: z.string() }));
const corpus = z.array(z.object({ file: z.string(), kind: z.array(z.string()), sec: z.number() }));

const LEVELS = [0, -6, -12];
const SPEECH_CLIPS = 6;
const GAP = new Float32Array(SAMPLE_RATE / 2);
const UNCLEAN = new Set(['noisy', 'mixed', 'quiet', 'very-quiet', 'hall', 'far-talk', 'music-before-speech']);

/**
 * Ten sounds alone, and nine of them before, after and under speech of the corpus at three levels.
 *
 * @param folder ../shared/audio
 */
export async function makeScenes(folder: string): Promise<Scene[]> {
  const speech = await speechOf(join(folder, 'corpus'));
  const scenes: Scene[] = [];
  for (const { file, sound } of sounds.parse(readJson(join(folder, 'sounds/manifest.json')))) {
    const kind = KINDS[sound] ?? null;
    const [pcm = GAP] = await channelsOf(join(folder, 'sounds', file));
    const alone = spanOf(pcm);
    scenes.push({ name: file, pcm, kind, ...alone });
    if (kind === null) continue;
    for (const place of ['before', 'after', 'under'] as const) {
      for (const level of LEVELS) {
        const spoken = speech[scenes.length % speech.length] ?? GAP;
        const { joined, at } = placed(atLevel(level, pcm, spoken), spoken, place);
        const name = `${file} ${place} speech, ${level} dB`;
        scenes.push({ name, pcm: limited(joined), kind, start: alone.start + at, end: alone.end + at });
      }
    }
  }
  return scenes;
}

const readJson = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'));

async function speechOf(folder: string): Promise<Float32Array[]> {
  const clean = corpus
    .parse(readJson(join(folder, 'manifest.json')))
    .filter(({ kind, sec }) => sec >= 6 && sec <= 16 && !kind.some((one) => UNCLEAN.has(one)));
  const every = Math.floor(clean.length / SPEECH_CLIPS);
  const chosen = clean.filter((_, index) => index % every === 0).slice(0, SPEECH_CLIPS);
  return Promise.all(chosen.map(async ({ file }) => (await channelsOf(join(folder, file)))[0] ?? GAP));
}

function placed(sound: Float32Array, speech: Float32Array, place: 'before' | 'after' | 'under') {
  if (place === 'before') return { joined: concatenate([GAP, sound, GAP, speech]), at: seconds(GAP) };
  if (place === 'after')
    return { joined: concatenate([speech, GAP, sound, GAP]), at: seconds(speech) + seconds(GAP) };
  const offset = Math.max(0, Math.floor((speech.length - sound.length) / 2));
  const joined = new Float32Array(Math.max(speech.length, offset + sound.length));
  joined.set(speech);
  for (const [index, sample] of sound.entries())
    joined[offset + index] = (joined[offset + index] ?? 0) + sample;
  return { joined, at: offset / SAMPLE_RATE };
}

const seconds = (pcm: Float32Array) => pcm.length / SAMPLE_RATE;

/** Where a sound is within 30 dB of its loudest 20 ms. */
function spanOf(pcm: Float32Array): { start: number; end: number } {
  const powers = framePowers(pcm);
  const least = Math.max(...powers) / 1000;
  const first = powers.findIndex((power) => power >= least);
  const last = powers.findLastIndex((power) => power >= least);
  return { start: first * FRAME_SECONDS, end: (last + 1) * FRAME_SECONDS };
}

const FRAME_SECONDS = 0.02;

function framePowers(pcm: Float32Array): number[] {
  const length = FRAME_SECONDS * SAMPLE_RATE;
  return Array.from({ length: Math.ceil(pcm.length / length) }, (_, index) =>
    pcm.subarray(index * length, (index + 1) * length).reduce((sum, sample) => sum + sample * sample, 0),
  );
}

/** Level of the louder half, so that pauses do not count. */
export function rms(pcm: Float32Array): number {
  const powers = framePowers(pcm).sort((a, b) => b - a);
  const half = powers.slice(0, Math.ceil(powers.length / 2));
  return Math.sqrt(half.reduce((sum, power) => sum + power, 0) / (half.length * FRAME_SECONDS * SAMPLE_RATE));
}

/** A sound so many dB louder than a voice. */
export function atLevel(level: number, sound: Float32Array, voice: Float32Array): Float32Array {
  const gain = (rms(voice) / rms(sound)) * 10 ** (level / 20);
  return sound.map((sample) => sample * gain);
}

export function limited(pcm: Float32Array): Float32Array {
  const peak = pcm.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
  return peak > 1 ? pcm.map((sample) => sample / peak) : pcm;
}
