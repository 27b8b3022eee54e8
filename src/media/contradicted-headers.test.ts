import { describe, expect, it } from 'vitest';
import { fixture, open } from '../../tests/fixtures/open-container.ts';
import { caseRows } from '../../tests/runner/case-rows.ts';
import type { AudioTrack } from './audio-track.ts';

const bytesOf = async (track: AudioTrack): Promise<number> => {
  let bytes = 0;
  for await (const { data } of track.packets()) bytes += data.length;
  return bytes;
};

/** All packets of the fixture must be there, and what is stated before decoding must not repeat the header. */
async function expectWhole(file: Uint8Array<ArrayBuffer>, name: string): Promise<void> {
  const [track, whole] = [await open(file), await open(fixture(name))];
  expect(track.info.codec).toBe(whole.info.codec);
  expect(await bytesOf(track)).toBe(await bytesOf(whole));
  expect(track.info.numberOfChannels).toBe(1);
  expect(track.edits).toBeUndefined();
  if (track.info.duration !== null) expect(Math.abs(track.info.duration - 1.325)).toBeLessThan(0.05);
}

type Change = (file: Buffer<ArrayBuffer>, at: number) => unknown;

/** What contradicts the bytes, the fixture, and how its header is changed at a mark. */
const CASES: [string, string, string, Change][] = [
  ['AIFF: the size of a first part', 'pcm_s16.aiff', 'SSND', (f, at) => f.writeUInt32BE(8008, at + 4)],
  ['AIFF: an impossible offset', 'pcm_s16.aiff', 'SSND', (f, at) => f.writeUInt32BE(1e9, at + 8)],
  [
    'AIFF: an odd chunk without padding',
    'pcm_s16.aiff',
    'COMM',
    (f, at) => Buffer.concat([f.subarray(0, at), Buffer.from('NAME\0\0\0\x03abc'), f.subarray(at)]),
  ],
  ['CAF: the size of a first part', 'pcm_s16.caf', 'data', (f, at) => f.writeBigInt64BE(8004n, at + 4)],
  ['CAF: no size', 'pcm_s16.caf', 'data', (f, at) => f.writeBigInt64BE(0n, at + 4)],
  ['CAF: twice as many bytes per packet', 'pcm_s16.caf', 'desc', (f, at) => f.writeUInt32BE(4, at + 28)],
  ['WAV: no channels', 'pcm_s16.wav', 'fmt ', (f, at) => f.writeUInt16LE(0, at + 10)],
  ['WAV: no rate', 'pcm_s16.wav', 'fmt ', (f, at) => f.writeUInt32LE(0, at + 12)],
  ['WAV: floats of 16 bits', 'pcm_s16.wav', 'fmt ', (f, at) => f.writeUInt16LE(3, at + 8)],
  ['WAV: an extension that is missing', 'pcm_s16.wav', 'fmt ', (f, at) => f.writeUInt16LE(0xfffe, at + 8)],
  ['RF64: the size of a first part', 'rf64.wav', 'ds64', (f, at) => f.writeBigUInt64LE(8000n, at + 16)],
  ['Matroska: a short duration', 'opus.mkv', '\x44\x89\x88', (f, at) => f.writeDoubleBE(10, at + 3)],
  ['Matroska: six channels', 'opus.mkv', '\x9f\x81', (f, at) => f.writeUInt8(6, at + 2)],
  ['Matroska: no channels', 'opus.mkv', '\x9f\x81', (f, at) => f.writeUInt8(0, at + 2)],
  ['Matroska: no rate', 'eac3.mkv', '\xb5\x88', (f, at) => f.writeDoubleBE(0, at + 2)],
  ['MP3: two frames', 'cbr.mp3', 'Info', (f, at) => f.writeUInt32BE(2, at + 8)],
  ['MP4: an edit behind the end', 'aac.m4a', 'elst', (f, at) => f.writeInt32BE(4_410_000, at + 16)],
];

describe('a header that contradicts the bytes', () => {
  it.each(CASES)('does not keep sound from being read: %s', async (_, name, mark, change) => {
    const file = fixture(name);
    const at = file.indexOf(mark, 0, 'latin1');
    expect(at).toBeGreaterThan(0);
    const changed = change(file, at);
    await expectWhole(Buffer.isBuffer(changed) ? Buffer.from(changed) : file, name);
  });

  it.each([
    ['a last granule that goes back', 10n],
    ['a last granule of ten hours', 1_587_600_000n],
  ])('neither does one of the last page of Ogg: %s', async (_, granule) => {
    const file = fixture('vorbis.ogg');
    file.writeBigInt64LE(granule, file.lastIndexOf('OggS') + 6);
    await expectWhole(file, 'vorbis.ogg');
    const track = await open(file);
    for await (const _packet of track.packets());
    // Nothing is cut off at an end that cannot be.
    expect(track.endsAt?.()).toBeNull();
  });
});

it('reads floats of 16 bits in WAV, told from integers with their tag', async () => {
  const header = fixture('pcm_s16.wav').subarray(0, fixture('pcm_s16.wav').indexOf('data') + 8);
  header.writeUInt16LE(3, header.indexOf('fmt ') + 8);
  const samples = Buffer.alloc(2000);
  // A quarter of full scale, above and below zero.
  for (let at = 0; at < samples.length; at += 2) samples.writeUInt16LE(at % 4 === 0 ? 0x3400 : 0xb400, at);
  header.writeUInt32LE(samples.length, header.length - 4);
  expect((await open(header, samples)).coding).toMatchObject({
    format: { encoding: 'float', bytesPerSample: 2 },
  });
});

it('refuses floats that have neither four nor eight bytes', async () => {
  const file = fixture('pcm_f32.caf');
  const at = file.indexOf('desc');
  file.writeUInt32BE(2, at + 28);
  file.writeUInt32BE(16, at + 40);
  await expect(open(file)).rejects.toMatchObject({ code: 'unprocessable_audio' });
});

describe('frames inside WAV', () => {
  it.each([
    [85, 'cbr.mp3', 'mp3'],
    [80, 'layer2.mp2', 'mp3'],
    [0x2000, 'ac3.ac3', 'ac3'],
  ])('are read: format tag %i with %s', async (tag, name, codec) => {
    const frames = fixture(name);
    const header = fixture('pcm_s16.wav').subarray(0, fixture('pcm_s16.wav').indexOf('data') + 8);
    header.writeUInt16LE(tag, header.indexOf('fmt ') + 8);
    header.writeUInt32LE(frames.length, header.length - 4);
    const { info } = await open(header, frames);
    expect(info).toMatchObject({ container: 'wav', codec, extension: 'wav' });
    expect(info.duration).toBeCloseTo((await open(frames)).info.duration ?? 0, 3);
  });
});

describe('a format that is not decoded', () => {
  it.each(caseRows<[string, string]>(import.meta.url, 'named'))('is named: %j', async (mark, name) => {
    const file = Buffer.concat([Buffer.from(mark, 'latin1'), Buffer.alloc(500)]);
    await expect(open(file)).rejects.toMatchObject({
      code: 'unsupported_media',
      message: expect.stringContaining(`${name} audio cannot be decoded`),
    });
  });
});

describe('transport streams with other streams, joined by appending', () => {
  /** The same file with its streams elsewhere: all packets of the tables, and of those that they name. */
  function moved(file: Buffer): Buffer<ArrayBuffer> {
    const bytes = Buffer.from(file);
    for (let at = 0; at < bytes.length; at += 188) {
      const pid = bytes.readUInt16BE(at + 1) & 0x1fff;
      if (pid === 0x100) bytes.writeUInt16BE((bytes.readUInt16BE(at + 1) & 0xe000) | 0x123, at + 1);
      // The map of the program: the place of its first stream, behind the pointer.
      if (pid === 0x1000) bytes.writeUInt16BE(0xe123, at + 5 + 13);
    }
    return bytes;
  }
  const file = fixture('aac.mpegts');
  const twentyTimes = Buffer.concat(new Array<Buffer<ArrayBuffer>>(20).fill(file));

  it.each([
    ['one behind the other', [file, moved(file)], file.length],
    ['before one of many', [file, moved(twentyTimes)], file.length],
    ['between many', [twentyTimes, moved(twentyTimes), twentyTimes], twentyTimes.length],
  ])('end where the streams change: %s', async (_, parts, joint) => {
    const track = await open(...parts);
    // A packet with the name of the service comes before the tables.
    expect(track.joinedAt?.()).toBe(joint + 188);
    expect(track.info.duration).toBeNull();
    const rest = await open(Buffer.concat(parts).subarray(joint + 188));
    expect(rest.info.codec).toBe('aac');
  });

  it('are one where they do not', async () => {
    expect((await open(twentyTimes)).joinedAt?.() ?? null).toBeNull();
  });
});
