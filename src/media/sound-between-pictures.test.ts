import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { blobSource } from '../lib/bytes/byte-source.ts';
import { openAudio } from './open-audio.ts';

const folder = new URL('../../tests/fixtures/containers/', import.meta.url);
const bytesOf = (name: string): Buffer => readFileSync(new URL(name, folder));
const open = (bytes: Uint8Array) => openAudio(blobSource(new Blob([Uint8Array.from(bytes)])));

const PRIVATE = '\0\0\x01\xbd';
const placesOf = (bytes: Buffer, mark: string): number[] =>
  [...bytes.toString('latin1').matchAll(new RegExp(mark, 'g'))].map(({ index }) => index);

async function soundOf(bytes: Uint8Array): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const { data } of (await open(bytes)).packets()) parts.push(data.slice());
  return Buffer.concat(parts);
}

/** OpenDML's index of the chunks `01wb` at the file's end, and of that one in place of what fills up the stream's list. */
function withOpenDml(avi: Buffer): Buffer {
  const index: number[] = [];
  for (const at of placesOf(avi.subarray(0, avi.indexOf('idx1')), '01wb'))
    index.push(at + 8, avi.readUInt32LE(at + 4));
  const chunk = Buffer.alloc(32 + index.length * 4);
  chunk.write('ix01\0\0\0\0\x02\0\0\x01', 'latin1');
  chunk.writeUInt32LE(index.length / 2, 12);
  for (const [place, value] of index.entries()) chunk.writeUInt32LE(value, 32 + place * 4);
  const room = avi.indexOf('JUNK', avi.indexOf('auds'));
  avi.write('indx', room);
  avi.fill(0, room + 8, room + 8 + avi.readUInt32LE(room + 4));
  avi.writeBigUInt64LE(BigInt(avi.length), room + 32);
  avi.writeUInt32LE(chunk.length, room + 40);
  avi.write('JUNK', avi.indexOf('idx1'));
  return Buffer.concat([avi, chunk]);
}

describe('an AVI', () => {
  it('is read the same by its index, by that of OpenDML, by places from the file’s start, and without any', async () => {
    const avi = bytesOf('mp3.avi');
    const sound = await soundOf(avi);
    const [index, list] = [avi.indexOf('idx1'), avi.indexOf('movi')];
    const absolute = Buffer.from(avi);
    for (let at = index + 8; at < absolute.length; at += 16)
      absolute.writeUInt32LE(absolute.readUInt32LE(at + 8) + list, at + 8);
    const unfinished = Buffer.from(avi.subarray(0, index));
    unfinished.writeUInt32LE(0, list - 4);
    expect(sound.length).toBe(10_866);
    expect(await soundOf(withOpenDml(Buffer.from(avi)))).toEqual(sound);
    expect(await soundOf(absolute)).toEqual(sound);
    expect(await soundOf(unfinished)).toEqual(sound);
  });

  it('whose index names the same bytes without end is read once', async () => {
    const avi = bytesOf('mp3.avi');
    const index = avi.indexOf('idx1') + 8;
    const entry = avi.subarray(avi.indexOf('01wb', index)).subarray(0, 16);
    const many = Buffer.concat([avi.subarray(0, index), ...new Array<Buffer>(50_000).fill(entry)]);
    many.writeUInt32LE(many.length - index, index - 4);
    expect((await soundOf(many)).length).toBe(entry.readUInt32LE(12));
  });
});

describe('an MPEG program stream', () => {
  it('has its sound as late as its clock says, and what follows damage', async () => {
    const vob = bytesOf('ac3.vob');
    const { startTimestamp } = await open(vob);
    expect(startTimestamp).toBeCloseTo(0, 1);
    const sound = await soundOf(vob);
    // The second of the packets with sound is overwritten, from its start code on.
    const [, second = 0] = placesOf(vob, PRIVATE);
    vob.fill(0xff, second, second + 40);
    const rest = await soundOf(vob);
    expect(rest.length).toBeLessThan(sound.length - 1000);
    expect(rest.subarray(-2000)).toEqual(sound.subarray(-2000));
  });

  it('names a sound that is scrambled', async () => {
    const vob = bytesOf('ac3.vob');
    for (const at of placesOf(vob, PRIVATE)) vob.writeUInt8(0x90, at + 6);
    await expect(open(vob)).rejects.toThrow('Encrypted audio cannot be decoded');
  });
});
