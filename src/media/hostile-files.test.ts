import { describe, expect, it } from 'vitest';
import { FOUND_CASES } from '../../tests/fuzz/found-cases.ts';
import { fuzzCase, fuzzNames } from '../../tests/fuzz/fuzz-case.ts';
import { readFile } from '../../tests/fuzz/open-and-read.ts';
import type { ByteSource } from '../lib/byte-source.ts';
import { AppError } from '../lib/errors.ts';
import { seededRandom } from '../lib/seeded-random.ts';
import { openAudio } from './open-audio.ts';

const SEEDS = [1, 2, 3, 4, 5, 6];

describe('files damaged in their structure', () => {
  it.each(fuzzNames())('are opened or refused, and end: %s', async (name) => {
    for (const seed of SEEDS) {
      const { outcome, detail } = await readFile(fuzzCase(name, seed));
      expect(outcome, `${name} ${seed}: ${detail}`).not.toBe('crashed');
    }
  });

  it.each(FOUND_CASES)('do so where they once did not: $name $seed, $was', async ({ name, seed }) => {
    expect((await readFile(fuzzCase(name, seed))).outcome).not.toBe('crashed');
  });
});

/** A source that counts what is read of it. */
function counted(bytes: Uint8Array<ArrayBuffer>): ByteSource & { reads: number; bytes: number } {
  const source = {
    size: bytes.length,
    reads: 0,
    bytes: 0,
    read: async (start: number, end: number) => {
      source.reads++;
      source.bytes += Math.min(end, bytes.length) - start;
      return bytes.slice(start, end);
    },
  };
  return source;
}

function filled(size: number, head: readonly number[], pattern: readonly number[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(size);
  for (let at = 0; at < size; at++) bytes[at] = pattern[at % pattern.length] ?? 0;
  bytes.set(head);
  return bytes;
}

const ascii = (text: string) => Array.from(text, (character) => character.charCodeAt(0));
const SIZE = 1024 * 1024;

/** Files whose every few bytes look like the start of something that has to be followed far away. */
function endless(): [string, Uint8Array<ArrayBuffer>][] {
  const random = seededRandom(7);
  const noise = Array.from({ length: 65_521 }, () => Math.floor(random() * 256));
  const oggHead = [...ascii('OggS'), 0, 0, ...new Array(20).fill(1), 255];
  return [
    ['tags behind tags', filled(SIZE, [], [...ascii('ID3'), 4, 0, 0, 0, 0, 0, 0])],
    [
      'blocks of Matroska that lead astray',
      filled(SIZE, [0x1a, 0x45, 0xdf, 0xa3, 0x80], [0xa3, 0x42, 0x34, 0xa3, 0x43]),
    ],
    ['empty elements of Matroska', filled(SIZE, [0x1a, 0x45, 0xdf, 0xa3, 0x80], [0xec, 0x80])],
    ['pages of Ogg inside each other', filled(SIZE, [], oggHead)],
    [
      'empty chunks of CAF',
      filled(SIZE, [...ascii('caff'), 0, 1, 0, 0], [...ascii('free'), 0, 0, 0, 0, 0, 0, 0, 0]),
    ],
    [
      'empty chunks of WAV',
      filled(SIZE, [...ascii('RIFF'), 0, 0, 0, 0, ...ascii('WAVE')], [...ascii('LIST'), 0, 0, 0, 0]),
    ],
    ['empty boxes of MP4', filled(SIZE, [0, 0, 0, 8, ...ascii('ftyp')], [0, 0, 0, 8, ...ascii('free')])],
    ['headers of MP3', filled(SIZE, [1], [0xff, 0xf3, 0x14, 0xc4, 0xff, 0xf3, 0x14, 0xc4, 0])],
    [
      'noise behind a FLAC header',
      filled(
        SIZE,
        [...ascii('fLaC'), 0, 0, 0, 34, 16, 0, 16, 0, 0, 0, 0, 0, 0, 0, 0x0a, 0xc4, 0x40, 0xf0, 0, 0, 0, 0],
        [...noise, 0xff, 0xf8],
      ),
    ],
    ['noise behind the mark of a transport stream', filled(SIZE, [], [0x47, ...noise.slice(0, 187)])],
  ];
}

describe('files in which a search does not end', () => {
  it.each(endless())('are given up after work in proportion to their size: %s', async (_, bytes) => {
    const source = counted(bytes);
    const opened = await openAudio(source).then(
      (track) => track.dispose(),
      (error: unknown) => error,
    );
    if (opened !== undefined) expect(opened).toBeInstanceOf(AppError);
    // A source read costs 64 units, of which there are 100,000 and a quarter for each byte.
    expect(source.reads).toBeLessThan((100_000 + bytes.length / 4) / 64);
  });
});
