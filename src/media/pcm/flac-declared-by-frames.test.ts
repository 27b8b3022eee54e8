import { expect, it } from 'vitest';
import { fixture, open } from '../../../tests/fixtures/open-container.ts';

/** Where STREAMINFO has 20 bits of rate, 3 of channels and 5 of bits. */
const SHAPE_AT = 18;

function recording(change: (shape: number) => number): Buffer<ArrayBuffer> {
  const file = fixture('long.flac');
  file.writeUInt32BE(change(file.readUInt32BE(SHAPE_AT)) >>> 0, SHAPE_AT);
  return file;
}

/** What a reader and a decoder are given, and what is read. */
async function told(file: Buffer<ArrayBuffer>) {
  const { info, coding, packets } = await open(file);
  let end = 0;
  let bytes = 0;
  for await (const packet of packets()) {
    end = packet.timestamp + packet.duration;
    bytes += packet.data.length;
  }
  return { info, coding, end, bytes };
}

it.each<[string, (shape: number) => number]>([
  ['a lower rate', (shape) => (shape & 0xfff) | (8000 << 12)],
  ['a higher rate', (shape) => (shape & 0xfff) | (96_000 << 12)],
  ['no rate', (shape) => shape & 0xfff],
  ['two channels', (shape) => (shape & ~0xe00) | 0x200],
  ['eight channels', (shape) => shape | 0xe00],
  ['bits of 24', (shape) => (shape & ~0x1f0) | (23 << 4)],
  ['all of these', (shape) => (shape & 15) | (192_000 << 12) | 0xff0],
])('frames of FLAC decide where STREAMINFO has %s', async (_, change) => {
  expect(await told(recording(change))).toEqual(await told(recording((shape) => shape)));
});
