import { describe, expect, it } from 'vitest';
import { endlessFiles } from '../../tests/fuzz/endless-files.ts';
import { FOUND_CASES } from '../../tests/fuzz/found-cases.ts';
import { fuzzCase, fuzzNames } from '../../tests/fuzz/fuzz-case.ts';
import { readFile } from '../../tests/fuzz/open-and-read.ts';
import type { ByteSource } from '../lib/bytes/byte-source.ts';
import { AppError } from '../lib/errors/errors.ts';
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

const SIZE = 1024 * 1024;

describe('files in which a search does not end', () => {
  it.each(endlessFiles(SIZE))('are given up after work in proportion to their size: %s', async (_, bytes) => {
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
