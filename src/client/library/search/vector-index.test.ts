import { expect, it } from 'vitest';
import { packVectors, VECTORS_EACH, VectorIndex } from './vector-index.ts';

const SIZE = 384;
/** Made vectors that repeat: a fraction of a multiple. */
const made = (seed: number): Float32Array => {
  const raw = Float32Array.from(
    { length: SIZE },
    (_, at) => (((seed + 1) * 7919 + at * 104_729) % 9973) / 9973 - 0.5,
  );
  const length = Math.hypot(...raw);
  return raw.map((value) => value / length);
};
const cosine = (one: Float32Array, other: Float32Array) =>
  one.reduce((sum, value, at) => sum + value * (other[at] ?? 0), 0);

it('ranks as the exact vectors do, with at most so many of one recording', () => {
  const index = new VectorIndex();
  const all = Array.from({ length: 40 }, (_, recording) =>
    [0, 1, 2].map((passage) => made(recording * 3 + passage)),
  );
  const both = (vectors: Float32Array[]) => packVectors(vectors.flatMap((vector) => [vector, vector]));
  for (const [recording, vectors] of all.entries()) index.set(`${recording}`, both(vectors));
  const question = made(61).map((value, at) => value + 0.3 * (made(500)[at] ?? 0));
  const found = index.nearest(question, 5, 1);
  expect(found[0]).toMatchObject({ id: '20', passage: 1 });
  expect(new Set(found.map(({ id }) => id)).size).toBe(5);
  for (const { id, passage, score } of found)
    expect(Math.abs(score - cosine(question, all[Number(id)]?.[passage] ?? made(0)))).toBeLessThan(0.02);
  expect(found.map(({ score }) => score)).toEqual(found.map(({ score }) => score).toSorted((a, b) => b - a));
});

it('leaves out what was deleted, and vectors of another size', () => {
  const index = new VectorIndex();
  index.set('gone', packVectors([made(1), made(1)]));
  index.set('other', packVectors([new Float32Array([1, 0]), new Float32Array([1, 0])]));
  index.set('kept', packVectors([made(2), made(2)]));
  index.delete('gone');
  expect(index.nearest(made(1), 5, 2).map(({ id }) => id)).toEqual(['kept']);
});

it('takes at most 60 MB for 1,000 hours in passages of 25 s', () => {
  const index = new VectorIndex();
  const hour = packVectors(Array.from({ length: 144 * VECTORS_EACH }, (_, at) => made(at)));
  index.set('hour', hour);
  expect(index.bytes * 1000).toBeLessThan(60e6);
});

it('counts the nearer half of a passage more, and both', () => {
  const index = new VectorIndex();
  const [asked, far] = [made(1), made(2)];
  index.set('one half', packVectors([far, asked]));
  index.set('none', packVectors([far, far]));
  index.set('both', packVectors([asked, asked]));
  const found = index.nearest(asked, 3, 1);
  expect(found.map(({ id }) => id)).toEqual(['both', 'one half', 'none']);
  expect(found[1]?.score).toBeCloseTo(0.75 + cosine(asked, far) / 4, 1);
});

it('compares vectors with an odd count of numbers', () => {
  const index = new VectorIndex();
  const vector = new Float32Array([0.6, 0, -0.8]);
  index.set('one', packVectors([vector, vector]));
  expect(index.nearest(vector, 1, 1)[0]?.score).toBeCloseTo(1, 1);
});
