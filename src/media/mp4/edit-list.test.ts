import { expect, it } from 'vitest';
import { fixture, open } from '../../../tests/fixtures/open-container.ts';

const RATE_OF_ONE = 0x10000;
const PARENTS = ['moov', 'trak', 'edts', 'elst'];

/** A file with another edit before the one that it has: duration in the movie's units, time in the track's, rate. */
function withEditBefore(...edit: [number, number, number]): Buffer<ArrayBuffer> {
  const file = fixture('long.m4a');
  const boxAt = (name: string) => file.indexOf(name, 0, 'latin1') - 4;
  for (const name of PARENTS) file.writeUInt32BE(file.readUInt32BE(boxAt(name)) + 12, boxAt(name));
  const list = boxAt('elst');
  expect(file[list + 8]).toBe(0);
  file.writeUInt32BE(file.readUInt32BE(list + 12) + 1, list + 12);
  const entry = Buffer.alloc(12);
  for (const [index, value] of edit.entries()) entry.writeUInt32BE(value, 4 * index);
  return Buffer.concat([file.subarray(0, list + 16), entry, file.subarray(list + 16)]);
}

const editsOf = async (file: Buffer<ArrayBuffer>) => (await open(file)).edits;

it('an edit that holds a picture before the sound is silence for its time', async () => {
  const [held, played] = (await editsOf(withEditBefore(2000, 0, 0))) ?? [];
  expect(held).toEqual({ from: null, seconds: 2 });
  expect(played?.from).toBeLessThan(0.1);
  expect(played?.seconds).toBeGreaterThan(6);
});

it('an edit of the usual rate plays its sound', async () => {
  const [first, second] = (await editsOf(withEditBefore(2000, 0, RATE_OF_ONE))) ?? [];
  expect(first?.from).toBeCloseTo(0, 1);
  expect(first?.seconds).toBe(2);
  expect(second?.seconds).toBeGreaterThan(6);
});
