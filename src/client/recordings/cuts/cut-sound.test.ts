import { readFileSync } from 'node:fs';
import { ALL_FORMATS, BlobSource, EncodedPacketSink, Input } from 'mediabunny';
import { describe, expect, it } from 'vitest';
import { caseRows } from '../../../../tests/runner/case-rows.ts';
import { cutSound } from './cut-sound.ts';

const fixture = (path: string) => new Blob([readFileSync(`tests/fixtures/${path}`)]);

async function secondsOf(bytes: ArrayBuffer): Promise<number> {
  const input = new Input({ source: new BlobSource(new Blob([bytes])), formats: ALL_FORMATS });
  const track = await input.getPrimaryAudioTrack();
  return (await track?.computeDuration()) ?? Number.NaN;
}

describe('the sound of a recording, cut', () => {
  it('has the very samples of its parts, where it is not packed', async () => {
    const wav = readFileSync('tests/fixtures/mini/audio/en_pii.wav');
    const { bytes, extension } = await cutSound(new Blob([wav]), [
      { start: 0.5, end: 0.75 },
      { start: 1, end: 1.125 },
    ]);
    expect(extension).toBe('.wav');
    const rate = wav.readUInt32LE(24);
    const samples = (from: number, to: number) => wav.subarray(44 + from * rate * 2, 44 + to * rate * 2);
    const cut = Buffer.from(bytes);
    const data = cut.subarray(cut.indexOf('data') + 8);
    expect(data.equals(Buffer.concat([samples(0.5, 0.75), samples(1, 1.125)]))).toBe(true);
  });

  it.each(caseRows<[string, string]>(import.meta.url, 'copiedPacketBy'))(
    '%s is copied packet by packet, and is as long as its parts but for a packet at each edge',
    async (name, expected) => {
      const parts = [
        { start: 0, end: 1.5 },
        { start: 2.25, end: 4 },
        { start: 5.1, end: 6 },
      ];
      const { bytes, extension, type } = await cutSound(fixture(`containers/${name}`), parts);
      expect(extension).toBe(expected);
      expect(type).toMatch(/^audio\//);
      const packet = name.endsWith('flac') ? 0.11 : 0.03;
      expect(Math.abs((await secondsOf(bytes)) - 4.15)).toBeLessThan(packet * parts.length);
    },
  );

  it('loses no packet of a WebM file, which does not say how long the last ones of its clusters are', async () => {
    const packetsOf = async (file: Blob) => {
      const input = new Input({ source: new BlobSource(file), formats: ALL_FORMATS });
      const track = await input.getPrimaryAudioTrack();
      const lengths: number[] = [];
      if (track)
        for await (const { data } of new EncodedPacketSink(track).packets()) lengths.push(data.length);
      return lengths;
    };
    const file = fixture('containers/long.webm');
    const { bytes } = await cutSound(file, [{ start: 0, end: 100 }]);
    expect(await packetsOf(new Blob([bytes]))).toEqual(await packetsOf(file));
  });

  it.each(['alac.m4a', 'adpcm.wav', 'amr.amr', 'empty_file.wav'])(
    '%s is refused with what to do instead',
    async (name) => {
      await expect(cutSound(fixture(`containers/${name}`), [{ start: 0, end: 1 }])).rejects.toMatchObject({
        code: 'unsupported_media',
      });
    },
  );
});
