import { describe, expect, it } from 'vitest';
import { decodePcm } from '../../engine/audio/decoders/pcm-decoder.ts';
import { blobSource } from '../../lib/bytes/byte-source.ts';
import { openAudio } from '../open-audio.ts';

const RATE = 8000;
const tone = Float64Array.from({ length: RATE }, (_, index) => Math.sin(index / 3) * 0.5);

function au(encoding: number, samples: Uint8Array, { text = '', dataBytes = samples.length } = {}): Buffer {
  const header = Buffer.alloc(24 + text.length);
  header.write('.snd', 0);
  for (const [index, value] of [header.length, dataBytes, encoding, RATE, 1].entries()) {
    header.writeUInt32BE(value, 4 + index * 4);
  }
  header.write(text, 24);
  return Buffer.concat([header, samples]);
}

const bigEndian16 = Buffer.alloc(2 * RATE);
for (const [index, value] of tone.entries()) bigEndian16.writeInt16BE(Math.round(value * 32_767), 2 * index);
const bigEndianFloat = Buffer.alloc(4 * RATE);
for (const [index, value] of tone.entries()) bigEndianFloat.writeFloatBE(value, 4 * index);

async function soundOf(file: Buffer): Promise<Float32Array> {
  const track = await openAudio(blobSource(new Blob([Uint8Array.from(file)])));
  const planes: number[] = [];
  if (track.coding.kind !== 'pcm') throw new Error('It is not PCM.');
  for await (const { data } of track.packets()) {
    planes.push(...(decodePcm(data, track.coding.format, 1)[0] ?? []));
  }
  return Float32Array.from(planes);
}

function expectTone(sound: Float32Array): void {
  expect(sound).toHaveLength(RATE);
  expect(Math.max(...sound.map((value, index) => Math.abs(value - (tone[index] ?? 0))))).toBeLessThan(0.001);
}

describe('Sun AU', () => {
  it.each([
    ['16 bits', au(3, bigEndian16)],
    ['floats, after a text', au(6, bigEndianFloat, { text: 'a note of 16 ..' })],
    ['16 bits of a size that was never filled in', au(3, bigEndian16, { dataBytes: 0xffff_ffff })],
    ['16 bits of no size', au(3, bigEndian16, { dataBytes: 0 })],
  ])('is read: %s', async (_, file) => expectTone(await soundOf(file)));

  it('says so where its header is cut off', async () => {
    await expect(soundOf(au(3, bigEndian16).subarray(0, 20))).rejects.toMatchObject({
      code: 'unprocessable_audio',
      message: expect.stringContaining('AU header'),
    });
  });
});

const guid = (name: string) =>
  Buffer.concat([Buffer.from(name), Buffer.from('f3acd3118cd100c04f8edb8a', 'hex')]);

function chunk(name: string, content: Uint8Array, size = 24 + content.length): Buffer {
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(size));
  return Buffer.concat([guid(name), length, content, Buffer.alloc((8 - (content.length % 8)) % 8)]);
}

function wave64(dataSize?: number): Buffer {
  const format = Buffer.alloc(16);
  format.writeUInt16LE(1, 0);
  format.writeUInt16LE(1, 2);
  format.writeUInt32LE(RATE, 4);
  format.writeUInt32LE(2 * RATE, 8);
  format.writeUInt16LE(2, 12);
  format.writeUInt16LE(16, 14);
  const samples = Buffer.from(bigEndian16).swap16();
  const riff = Buffer.concat([Buffer.from('riff'), Buffer.from('2e91cf11a5d628db04c10000', 'hex')]);
  const length = Buffer.alloc(8);
  return Buffer.concat([
    riff,
    length,
    guid('wave'),
    chunk('levl', Buffer.alloc(13)),
    chunk('fmt ', format),
    chunk('data', samples, dataSize),
  ]);
}

describe('Wave64', () => {
  it('is read, with another chunk before its format', async () => expectTone(await soundOf(wave64())));

  it('is read to its end where its size was never filled in', async () =>
    expectTone(await soundOf(wave64(0))));
});
