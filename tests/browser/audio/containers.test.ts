import { describe, expect, it } from 'vitest';
import { decodeRecording } from '../../../src/engine/audio/decoders/decode-recording.ts';
import { blobSource } from '../../../src/lib/bytes/byte-source.ts';
import { AppError } from '../../../src/lib/errors/errors.ts';
import { inEnglish } from '../../../src/lib/errors/msg.ts';
import { openAudio } from '../../../src/media/open-audio.ts';
import { THOROUGH_TAG } from '../../runner/thorough.ts';
import { fixture, readRecording } from './audio-worker.ts';
import containers from './containers.cases.json' with { type: 'json' };
import { bitFlipped, overwritten, truncated } from './damage.ts';
import { compareSounds, decodedPcm } from './decoded-pcm.ts';

/** File, container, codec, minimum similarity to its source, and delay in milliseconds (of what no tag of the encoder says). */
const GOOD = containers.good as [string, string, string, number?, number?][];

describe('every container', () => {
  it.each(GOOD)(
    'decodes %s (%s, %s) to the sound it holds, at its time',
    async (name, container, codec, least = 0.98, late = 0) => {
      const [reference = new Float32Array(0)] = await decodedPcm(await fixture('pcm_s16.wav'));
      const blob = await fixture(name);
      const track = await openAudio(blobSource(blob));
      track.dispose();
      expect(track.info).toMatchObject({ container, codec, numberOfChannels: 1 });
      // The last block of ADPCM is a whole one.
      const most = name === 'alac.caf' ? 0.26 : codec.startsWith('adpcm') ? 0.08 : 0.06;
      expect(Math.abs((track.info.duration ?? 0) - 1.325)).toBeLessThan(most);
      const [plane = new Float32Array(0)] = await decodedPcm(blob);
      const { likeness, lag } = compareSounds(reference, plane);
      expect(likeness).toBeGreaterThan(least);
      expect(Math.abs(lag * 1000 - late)).toBeLessThan(1);
    },
  );

  it.each(['alac.m4a', 'alac.caf', 'flac.flac', 'flac.ogg', 'twos.mov', 'pcm_s16.aiff', 'rf64.wav'])(
    'reproduces the samples of lossless %s bit for bit',
    async (name) => {
      const reference = await decodedPcm(await fixture('pcm_s16.wav'));
      expect(await decodedPcm(await fixture(name))).toEqual(reference);
    },
  );

  it('keeps the two channels of a stereo ALAC file apart', async () => {
    const [left = new Float32Array(0), right = new Float32Array(0)] = await decodedPcm(
      await fixture('alac_stereo.m4a'),
    );
    // The right channel was made from the left one: half as loud and 20 ms late.
    const delayed = left.map((_, index) => (left[index - 320] ?? 0) * 0.5);
    const difference = right.map((value, index) => Math.abs(value - (delayed[index] ?? 0)));
    expect(Math.max(...difference)).toBeLessThan(2e-4);
    expect(Math.max(...left)).toBeGreaterThan(0.05);
  });
});

/** Inherent delay of the coded formats in seconds: encoders add silence at the start. */
const LONG = containers.long as [string, number][];

describe('damaged recordings', () => {
  it.each(LONG)('keeps the first half of %s that was cut off', { tags: THOROUGH_TAG }, async (name) => {
    const [reference = new Float32Array(0)] = await decodedPcm(await fixture('en_hello.wav'));
    const [plane = new Float32Array(0)] = await decodedPcm(truncated(await fixture(name), 0.6));
    expect(plane.length / 16_000).toBeGreaterThan(2.7);
    expect(plane.length / 16_000).toBeLessThan(5);
    const second = 16_000;
    const { likeness } = compareSounds(reference.subarray(0, 2.5 * second), plane.subarray(0, 2.5 * second));
    expect(likeness).toBeGreaterThan(0.9);
  });

  it.each(LONG)(
    'keeps what comes before and after the damage in %s, at its time',
    { tags: THOROUGH_TAG },
    async (name, late) => {
      const [reference = new Float32Array(0)] = await decodedPcm(await fixture('en_hello.wav'));
      const [plane = new Float32Array(0)] = await decodedPcm(
        await overwritten(await fixture(name), 0.42, 0.5),
      );
      const before = 2 * 16_000;
      const after = 5 * 16_000;
      expect(
        compareSounds(reference.subarray(0, before), plane.subarray(0, before)).likeness,
      ).toBeGreaterThan(0.9);
      // The length of a lost stretch of bare frames is an estimate: up to 0.2 s off.
      let best = { likeness: 0, lag: 0 };
      for (const shift of [0, -0.2, -0.1, 0.1, 0.2]) {
        const found = compareSounds(reference.subarray(after), plane.subarray(after + shift * 16_000));
        if (found.likeness > best.likeness) best = { likeness: found.likeness, lag: found.lag + shift };
      }
      expect(best.likeness).toBeGreaterThan(0.9);
      expect(Math.abs(best.lag - late)).toBeLessThan(0.22);
    },
  );

  it.each([
    ...LONG.map(([name]) => name),
    'long_alac.m4a',
    'alac.caf',
    'pcm_s16.wav',
    'pcm_s16.aiff',
    'eac3.mkv',
  ])(
    'yields audio or a clear error for %s with flipped bits or cut anywhere',
    { tags: THOROUGH_TAG },
    async (name) => {
      const blob = await fixture(name);
      let decoded = 0;
      for (let seed = 1; seed <= 6; seed++) {
        for (const damaged of [await bitFlipped(blob, seed, 4 * seed), truncated(blob, seed / 7)]) {
          try {
            const [plane] = await decodedPcm(damaged);
            if (plane && plane.length > 0) decoded++;
            for (const value of plane ?? []) if (!Number.isFinite(value)) throw new Error('Not a number.');
          } catch (error) {
            expect(error).toBeInstanceOf(AppError);
            expect((error as AppError).code).toMatch(/^(unsupported_media|unprocessable_audio)$/);
            expect((error as AppError).message.length).toBeGreaterThan(20);
          }
        }
      }
      expect(decoded).toBeGreaterThan(4);
    },
  );
});

describe('files joined by appending', () => {
  // The first AAC file ends a packet later than its sound, as the second begins. The delay of the second MP3 encoder is not cut off.
  it.each(containers.joined as [string, string, number][])(
    'are heard to the end: %s and %s',
    async (one, other, late) => {
      const files = [await fixture(one), await fixture(other)] as const;
      const [first, second] = [await decodedPcm(files[0]), await decodedPcm(files[1])];
      const [plane] = await decodedPcm(new Blob([...files]));
      const length = (first[0]?.length ?? 0) + (second[0]?.length ?? 0);
      expect(Math.abs((plane?.length ?? 0) - length)).toBeLessThan(0.2 * 16_000);
      // The second half is the second file's sound.
      const [tail, whole] = [plane?.slice((first[0]?.length ?? 0) + late * 16_000), second[0]];
      if (!tail || !whole) throw new Error('A file has no sound.');
      expect(compareSounds(whole.subarray(0, 12_000), tail).likeness).toBeGreaterThan(0.9);
    },
  );

  it('keep what comes before a part that cannot be decoded, and say that there is one', async () => {
    const first = await fixture('opus.ogg');
    const source = blobSource(new Blob([first, await fixture('speex.ogg')]));
    const notes: string[] = [];
    const track = await openAudio(source);
    let seconds = 0;
    for await (const block of await decodeRecording(track, source, {
      onNote: (note) => notes.push(inEnglish(note)),
    })) {
      seconds += (block.planes[0]?.length ?? 0) / block.sampleRate;
    }
    expect(seconds).toBeCloseTo(1.33, 1);
    expect(notes).toEqual([expect.stringMatching(/^The rest of the file.*Speex audio cannot be decoded/)]);
  });
});

describe('an MP4 whose index has only the first packets', () => {
  it('is heard to the end of its fragments', async () => {
    const [reference = new Float32Array(0)] = await decodedPcm(await fixture('pcm_s16.wav'));
    const [plane = new Float32Array(0)] = await decodedPcm(await fixture('partly_fragmented.m4a'));
    expect(plane.length / 16_000).toBeGreaterThan(1.32);
    expect(compareSounds(reference.subarray(12_000), plane.subarray(12_000 + 1024)).likeness).toBeGreaterThan(
      0.9,
    );
  });
});

describe('Opus whose start is skipped', () => {
  it('is cut where its header says, if that is several pages later', async () => {
    const [whole = new Float32Array(0)] = await decodedPcm(await fixture('long.ogg'));
    const bytes = new Uint8Array(await (await fixture('long.ogg')).arrayBuffer());
    const preSkip = new DataView(bytes.buffer, 28 + 10);
    const added = 65_000 - preSkip.getUint16(0, true);
    preSkip.setUint16(0, 65_000, true);
    const [plane = new Float32Array(0)] = await decodedPcm(new Blob([bytes]));
    const samples = Math.round(added / 3);
    // The last granule says where the sound ends, within a packet.
    const [reference = new Float32Array(0)] = await decodedPcm(await fixture('en_hello.wav'));
    expect(Math.abs(whole.length - reference.length)).toBeLessThan(8);
    expect(Math.abs(whole.length - samples - plane.length)).toBeLessThan(3);
    const { likeness, lag } = compareSounds(whole.subarray(samples), plane);
    expect(likeness).toBeGreaterThan(0.98);
    expect(Math.abs(lag)).toBeLessThan(0.001);
  });
});

describe('a file with several audio tracks', () => {
  it.each([
    ['two_tracks.mkv', 'the first is silent'],
    ['two_tracks.mp4', 'the first is switched off'],
  ])('is heard in the one in which somebody speaks, and says so: %s, %s', async (name) => {
    const { windows, summary } = await readRecording(await fixture(name));
    expect(summary.notes?.map(inEnglish)).toEqual([
      expect.stringMatching(/^The file has 2 audio tracks, of which only number 2 was transcribed/),
    ]);
    const [{ pcm = new Float32Array(0) } = {}] = windows;
    expect(pcm.length).toBeGreaterThan(8_000);
  });

  it('is heard in the same track where another such file is joined to it', async () => {
    const file = await fixture('two_tracks.mkv');
    const { windows, summary } = await readRecording(new Blob([file, file]));
    expect(summary.duration).toBeGreaterThan(2.6);
    const starts = windows.flatMap(({ pieces }) => pieces.map(({ fileStart }) => fileStart));
    const ends = windows.flatMap(({ pieces }) =>
      pieces.map(({ fileStart, duration }) => fileStart + duration),
    );
    expect(Math.min(...starts)).toBeLessThan(1);
    expect(Math.max(...ends)).toBeGreaterThan(2);
  });

  it('says nothing where there is one', async () => {
    expect((await readRecording(await fixture('opus.mkv'))).summary.notes).toEqual([]);
  });
});
