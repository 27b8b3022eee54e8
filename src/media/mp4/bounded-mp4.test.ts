import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { caseRows } from '../../../tests/runner/case-rows.ts';
import { blobSource } from '../../lib/bytes/byte-source.ts';
import { openAudio } from '../open-audio.ts';
import { boundedMp4 } from './bounded-mp4.ts';

const folder = new URL('../../../tests/fixtures/containers/', import.meta.url);
const fixture = (name: string) => new Uint8Array(readFileSync(new URL(name, folder)));
const source = (bytes: Uint8Array<ArrayBuffer>) => blobSource(new Blob([bytes]));
const all = async (bytes: Uint8Array<ArrayBuffer>) =>
  (await boundedMp4(source(bytes))).source.read(0, bytes.length);

/** Position of a box's content. */
function contentOf(bytes: Uint8Array, name: string): number {
  const at = Buffer.from(bytes).indexOf(name, 0, 'latin1');
  if (at < 0) throw new Error(`There is no ${name}.`);
  return at + 4;
}

function changed(name: string, box: string, offset: number, value: number): Uint8Array<ArrayBuffer> {
  const bytes = fixture(name);
  new DataView(bytes.buffer).setUint32(contentOf(bytes, box) + offset, value);
  return bytes;
}

/** A box around others. */
function box(name: string, ...inside: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const size = 8 + inside.reduce((sum, { length }) => sum + length, 0);
  const bytes = new Uint8Array(size);
  new DataView(bytes.buffer).setUint32(0, size);
  bytes.set(new TextEncoder().encode(name), 4);
  let at = 8;
  for (const part of inside) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

const words = (...numbers: number[]) => new Uint8Array(new Uint32Array(numbers.map(swapped)).buffer);
const swapped = (number: number) => new DataView(Uint32Array.of(number).buffer).getUint32(0);

const refused = { code: 'unprocessable_audio', status: 422 };
const MP4 = readdirSync(folder).filter((name) => /\.(m4a|mp4|mov)$/.test(name));

describe('the tables of an MP4 file', () => {
  it.each(MP4)('pass where they are intact: %s', async (name) => {
    const bytes = fixture(name);
    const read = await all(bytes);
    // Only names change, so every length remains.
    expect(read.length).toBe(bytes.length);
    expect(read.filter((byte, index) => byte !== bytes[index]).length).toBeLessThan(32);
    expect((await boundedMp4(source(bytes))).missing).toBe(0);
  });

  it.each([
    ['fragmented.mp4', 50],
    ['long_faststart.m4a', 30_000],
  ])('tell how much is missing where the file is cut off: %s', async (name, missing) => {
    const bytes = fixture(name);
    const start = Buffer.from(bytes).lastIndexOf('mdat', undefined, 'latin1') - 4;
    const end = start + new DataView(bytes.buffer).getUint32(start);
    const cut = source(bytes.slice(0, end - missing));
    const track = await openAudio(cut);
    expect(track.missingBytes).toBe(missing);
    track.dispose();
  });

  it.each(caseRows<[string, string, number, number]>(import.meta.url, 'tables'))(
    'are refused where a number is impossible: %s, %s+%i = %i',
    async (name, at, offset, value) => {
      const bytes = changed(name, at, offset, value);
      await expect(boundedMp4(source(bytes))).rejects.toMatchObject(refused);
      await expect(openAudio(source(bytes))).rejects.toMatchObject(refused);
    },
  );

  it('are refused where a fragment of a few bytes stands for endless samples', async () => {
    const traf = box('traf', box('tfhd', words(0x18, 1, 1024, 0)), box('trun', words(0, 900_000)));
    const mvex = box('mvex', box('trex', words(0, 1, 1, 1024, 4, 0)));
    const bytes = new Uint8Array(
      Buffer.concat([box('ftyp', words(0, 0)), box('moov', mvex), box('moof', traf)]),
    );
    await expect(boundedMp4(source(bytes))).rejects.toMatchObject(refused);
  });

  it('are refused where fragments change the coding of their track, of which only the first would be read', async () => {
    const entry = (name: string) => box(name, new Uint8Array(28));
    const file = (description: number, ...entries: Uint8Array[]) => {
      const stsd = box('stsd', words(0, entries.length), ...entries);
      const mdia = box('mdia', box('hdlr', words(0, 0), Buffer.from('soun')), box('minf', box('stbl', stsd)));
      const trak = box('trak', box('tkhd', words(0, 0, 0, 1)), mdia);
      const moov = box('moov', trak, box('mvex', box('trex', words(0, 1, 1, 1024, 4, 0))));
      const moof = box('moof', box('traf', box('tfhd', words(2, 1, description)), box('trun', words(0, 1))));
      return source(new Uint8Array(Buffer.concat([box('ftyp', words(0, 0)), moov, moof, moof])));
    };
    const unsupported = { status: 415 };
    await expect(boundedMp4(file(2, entry('mp4a'), entry('alac')))).rejects.toMatchObject(unsupported);
    for (const same of [file(2, entry('mp4a'), entry('mp4a')), file(1, entry('mp4a'), entry('alac'))]) {
      await expect(boundedMp4(same)).resolves.toMatchObject({ recoded: [] });
    }
  });

  it('are refused where a child reaches beyond its parent, which would be read twice at each level', async () => {
    let inside: Uint8Array<ArrayBuffer> = new Uint8Array(0);
    for (let level = 0; level < 30; level++) {
      const child = box('minf');
      new DataView(child.buffer).setUint32(0, 8 + inside.length);
      inside = new Uint8Array(Buffer.concat([box('mdia', child), inside]));
    }
    const bytes = new Uint8Array(Buffer.concat([box('ftyp', words(0, 0)), box('moov', box('trak', inside))]));
    await expect(boundedMp4(source(bytes))).rejects.toMatchObject(refused);
  });

  it('are refused where thousands of them each claim the rest of the file', async () => {
    const table = box('stco', words(0, 100_000));
    const tables = new Uint8Array(Buffer.concat(new Array(10_000).fill(table)));
    const stbl = box('moov', box('trak', box('mdia', box('minf', box('stbl', tables)))));
    const bytes = new Uint8Array(Buffer.concat([box('ftyp', words(0, 0)), stbl]));
    await expect(boundedMp4(source(bytes))).rejects.toMatchObject(refused);
  });

  it('do not keep the fragments before a cut one from being read', async () => {
    const bytes = fixture('fragmented.mp4');
    const whole = await openAudio(source(bytes));
    whole.dispose();
    const moof = contentOf(bytes, 'moof') - 8;
    const size = new DataView(bytes.buffer).getUint32(moof);
    const again = Buffer.concat([bytes, bytes.subarray(moof, moof + size - 4)]);
    const cut = await openAudio(source(new Uint8Array(again)));
    cut.dispose();
    expect(cut.info).toEqual(whole.info);
  });

  it('are hidden from the reader where it does not need them, however the file is read', async () => {
    const udta = box('udta', box('meta', words(0)));
    const mfra = box('mfra', words(1, 2, 3, 4));
    new DataView(mfra.buffer).setUint32(mfra.length - 4, mfra.length);
    const parts = [box('ftyp', words(0, 0)), box('moov', box('trak', udta)), box('mdat', words(7)), mfra];
    const bytes = new Uint8Array(Buffer.concat(parts));
    const { source: bounded } = await boundedMp4(source(bytes));
    const whole = Buffer.from(await bounded.read(0, bytes.length)).toString('latin1');
    expect(whole).toBe(Buffer.from(bytes).toString('latin1').replace('udta', 'free').replace('mfra', 'free'));
    for (let start = 0; start < bytes.length; start++) {
      const part = Buffer.from(await bounded.read(start, start + 3)).toString('latin1');
      expect(part).toBe(whole.slice(start, start + 3));
    }
  });
});
