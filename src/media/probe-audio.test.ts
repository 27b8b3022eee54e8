import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { caseRows } from '../../tests/runner/case-rows.ts';
import { blobSource } from '../lib/bytes/byte-source.ts';
import { probeAudio } from './probe-audio.ts';

const folder = new URL('../../tests/fixtures/containers/', import.meta.url);

function fixture(name: string): Blob {
  return new Blob([readFileSync(new URL(name, folder))]);
}

/** A blob that counts the bytes read from it. */
class CountedBlob extends Blob {
  static bytesRead = 0;

  override slice(start?: number, end?: number, type?: string): Blob {
    CountedBlob.bytesRead += (end ?? this.size) - (start ?? 0);
    return super.slice(start, end, type);
  }
}

describe('the probe', () => {
  it.each(caseRows<[string, string, string, string, number]>(import.meta.url, 'read'))(
    'identifies %s without a decoder',
    async (name, container, codec, type, sampleRate) => {
      const info = await probeAudio(blobSource(fixture(name)), name);
      expect(info).toMatchObject({ container, codec, type, sampleRate, numberOfChannels: 1 });
      expect(info.extension).toBe(name.split('.').at(-1));
      expect(info.duration).toBeCloseTo(1.325, 1);
    },
  );

  it('counts the channels', async () => {
    expect((await probeAudio(blobSource(fixture('eight_channels.wav')), 'a.wav')).numberOfChannels).toBe(8);
    expect((await probeAudio(blobSource(fixture('eight_channels.m4a')), 'a.m4a')).numberOfChannels).toBe(8);
  });

  it('knows the duration of VBR MP3, ADTS and Ogg, where no header states it', async () => {
    expect((await probeAudio(blobSource(fixture('vbr.mp3')), 'a.mp3')).duration).toBeCloseTo(1.325, 3);
    // Without a tag the encoder's own silence counts: 52 frames.
    expect((await probeAudio(blobSource(fixture('vbr_without_xing.mp3')), 'a.mp3')).duration).toBeCloseTo(
      (52 * 1152) / 44_100,
      6,
    );
    expect((await probeAudio(blobSource(fixture('long.aac')), 'a.aac')).duration).toBeCloseTo(
      (150 * 1024) / 22_050,
      6,
    );
    expect((await probeAudio(blobSource(fixture('long_vorbis.ogg')), 'a.ogg')).duration).toBeCloseTo(
      6.907,
      3,
    );
  });

  it('goes by the content, whatever the name', async () => {
    const info = await probeAudio(blobSource(fixture('cbr.mp3')), 'recording.wav');
    expect(info).toMatchObject({ container: 'mp3', extension: 'mp3', type: 'audio/mpeg' });
    expect((await probeAudio(blobSource(fixture('opus.ogg')), 'voice.OPUS')).extension).toBe('opus');
  });

  it.each(caseRows<[string, number, string]>(import.meta.url, 'refused'))(
    'rejects %s with %i and says why',
    async (name, status, part) => {
      const error = await probeAudio(blobSource(fixture(name)), name).catch((thrown) => thrown);
      expect(error.status).toBe(status);
      expect(error.message).toContain(part);
    },
  );

  it('names by its extension what nothing in the content names', async () => {
    const bytes = blobSource(new Blob([new Uint8Array(5000).map((_, index) => index * index + 3)]));
    for (const [name, codec] of Object.entries({ 'a.NMF': 'NICE', 'a.msv': 'Sony', 'a.g723_1': 'G.723.1' })) {
      await expect(probeAudio(bytes, name)).rejects.toThrow(`${codec}`);
    }
    expect((await probeAudio(blobSource(fixture('cbr.mp3')), 'a.nmf')).codec).toBe('mp3');
  });

  it.each(caseRows<string>(import.meta.url, 'others'))(
    'rejects the first bytes of %s with an error of its own',
    async (name) => {
      for (const length of [1, 3, 8, 11, 16, 30, 44]) {
        const error = await probeAudio(blobSource(fixture(name).slice(0, length)), name).catch(
          (thrown) => thrown,
        );
        expect([415, 422]).toContain(error.status);
      }
    },
  );

  it('finds the audio of a WAV whose header was never completed', async () => {
    const bytes = new Uint8Array(readFileSync(new URL('pcm_s16.wav', folder)));
    const view = new DataView(bytes.buffer);
    for (const unfinished of [0, 0xffffffff]) {
      view.setUint32(4, unfinished, true);
      view.setUint32(40, unfinished, true);
      expect((await probeAudio(blobSource(new Blob([bytes])), 'a.wav')).duration).toBeCloseTo(1.325, 3);
    }
  });

  it('reads little of a large file', async () => {
    const header = new Uint8Array(readFileSync(new URL('pcm_s16.wav', folder))).slice(0, 44);
    const view = new DataView(header.buffer);
    view.setUint32(40, 200_000_000, true);
    CountedBlob.bytesRead = 0;
    const info = await probeAudio(
      blobSource(new CountedBlob([header, new Uint8Array(200_000_000)])),
      'a.wav',
    );
    expect(info.duration).toBe(6250);
    expect(CountedBlob.bytesRead).toBeLessThan(1_000_000);
  });

  it('estimates the duration of a very large MP3 without reading it whole', async () => {
    const frames = new Uint8Array(readFileSync(new URL('long.mp3', folder))).slice(2000);
    const first = frames.indexOf(0xff);
    const loop = frames.slice(first);
    const parts = new Array(4200).fill(loop);
    CountedBlob.bytesRead = 0;
    const blob = new CountedBlob(parts);
    expect(blob.size).toBeGreaterThan(100_000_000);
    const info = await probeAudio(blobSource(blob), 'a.mp3');
    expect(CountedBlob.bytesRead).toBeLessThan(40_000_000);
    // 32 kbit/s.
    expect((info.duration ?? 0) / (blob.size / 4000)).toBeCloseTo(1, 1);
  });

  it('is refused as unknown, never called damaged, where a few bytes are no recording', async () => {
    for (const size of [1, 4, 9, 11, 12, 13, 20, 187, 188, 400]) {
      const bytes = blobSource(new Blob([new Uint8Array(size).fill(7)]));
      await expect(probeAudio(bytes, 'a.wav'), `${size} bytes`).rejects.toMatchObject({
        code: 'unsupported_media',
      });
    }
  });
});
