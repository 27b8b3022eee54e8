import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { caseRows } from '../../tests/runner/case-rows.ts';
import { declaredLength } from './declared-length.ts';

const CONTAINERS = join(import.meta.dirname, '../../tests/fixtures/containers');
const read = (name: string) => readFileSync(join(CONTAINERS, name));
const SAYING = ['.wav', '.aiff', '.aifc', '.m4a', '.mp4', '.mov', '.webm', '.mkv'];

/** Files that declare their length, or could. */
const names = readdirSync(CONTAINERS).filter(
  (name) => SAYING.includes(extname(name)) && read(name).length > 64,
);

describe('the length that a file declares', () => {
  it.each(names)('is that of %s, or not told; never another', async (name) => {
    const declared = await declaredLength(new Blob([read(name)]));
    if (declared !== null && name !== 'text.wav') expect(declared).toBe(read(name).length);
  });

  it.each(caseRows<string>(import.meta.url, 'doesNotDepend'))(
    'does not depend on what follows %s',
    async (name) => {
      const bytes = read(name);
      const followed = new Blob([bytes, '\r\n--boundary\r\nContent-Disposition: form-data\r\n\r\n', bytes]);
      expect(await declaredLength(followed)).toBe(bytes.length);
    },
  );

  it.each(['cbr.mp3', 'flac.flac', 'opus.ogg', 'aac.aac', 'picture.png', 'text.wav', 'empty_file.wav'])(
    'is not declared by %s',
    async (name) => {
      expect(await declaredLength(new Blob([read(name), new Uint8Array(64)]))).toBeNull();
    },
  );

  it('is not declared by a live recording of unknown length', async () => {
    const live = read('opus.webm');
    const size = live.indexOf(Buffer.from([0x18, 0x53, 0x80, 0x67])) + 4;
    live.set([0x01, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff], size);
    expect(await declaredLength(new Blob([live]))).toBeNull();
    const wav = read('pcm_s16.wav');
    wav.writeUInt32LE(0xffff_ffff, 4);
    expect(await declaredLength(new Blob([wav]))).toBeNull();
  });

  it('is not computed from a thousand boxes', async () => {
    const box = Buffer.from('\0\0\0\x08ftyp', 'latin1');
    expect(await declaredLength(new Blob(Array(1000).fill(box)))).toBeNull();
  });
});
