import { describe, expect, it } from 'vitest';
import { blobSource } from '../../../src/lib/bytes/byte-source.ts';
import { AppError } from '../../../src/lib/errors/errors.ts';
import { openAudio } from '../../../src/media/open-audio.ts';
import { containerNames, fixture, readRecording } from './audio-worker.ts';
import { bitFlipped } from './damage.ts';
import { compareSounds, decodedPcm } from './decoded-pcm.ts';

const isUsable = (name: string): Promise<boolean> =>
  fixture(name)
    .then((blob) => openAudio(blobSource(blob)))
    .then(
      (track) => {
        track.dispose();
        return true;
      },
      () => false,
    );

const names = containerNames().filter((name) => !name.endsWith('.sh'));
const usable: string[] = [];
for (const name of names) if (await isUsable(name)) usable.push(name);

/** How late the coded formats are by themselves, in seconds: encoders put silence first. */
const LATE: Record<string, number> = { 'long.aac': 0.046, 'long.mpegts': 0.046, 'long.ac3': 0.005 };

describe('every container among the fixtures', () => {
  it('is one that is decoded or one that is refused', () => {
    expect(names.length).toBeGreaterThan(60);
    // The others are those that the tests of refusals name.
    expect(names.length - usable.length).toBe(14);
  });

  it.each(usable.filter((name) => name.startsWith('long')))(
    'decodes the whole of %s to the sound it holds, at its time',
    async (name) => {
      const [reference = new Float32Array(0)] = await decodedPcm(await fixture('en_hello.wav'));
      const [plane = new Float32Array(0)] = await decodedPcm(await fixture(name));
      const { likeness, lag } = compareSounds(reference, plane);
      expect(likeness).toBeGreaterThan(0.9);
      expect(Math.abs(lag - (LATE[name] ?? 0))).toBeLessThan(0.002);
    },
  );

  it.each(['eight_channels.wav', 'eight_channels.m4a'])('decodes all channels of %s', async (name) => {
    const [reference = new Float32Array(0)] = await decodedPcm(await fixture('pcm_s16.wav'));
    const planes = await decodedPcm(await fixture(name));
    expect(planes).toHaveLength(8);
    const likest = Math.max(...planes.map((plane) => compareSounds(reference, plane).likeness));
    expect(likest).toBeGreaterThan(0.9);
  });

  const damages: Record<string, (blob: Blob) => Blob | Promise<Blob>> = {
    'cut in the middle': (blob) => blob.slice(0, Math.floor(blob.size / 2)),
    'cut within its header': (blob) => blob.slice(0, 30),
    'with flipped bits': (blob) => bitFlipped(blob, blob.size, Math.max(8, Math.floor(blob.size / 500))),
  };
  it.each(Object.keys(damages))('ends in an error or in what could be saved: %s', async (damage) => {
    let saved = 0;
    for (const name of usable) {
      const damaged = await damages[damage]?.(await fixture(name));
      if (!damaged) throw new Error('There is nothing to decode.');
      try {
        const { summary } = await readRecording(damaged);
        if (summary.duration > 0) saved++;
      } catch (error) {
        expect(error, name).toBeInstanceOf(AppError);
        expect(error, name).toHaveProperty(
          'code',
          expect.stringMatching(/^(unsupported_media|unprocessable_audio)$/),
        );
      }
    }
    if (damage !== 'cut within its header') expect(saved).toBeGreaterThan(usable.length / 2);
  });
});
