import { expect, it } from 'vitest';
import { blobSource } from '../../lib/bytes/byte-source.ts';
import { seededRandom } from '../../lib/seeded-random.ts';
import { ByteReader } from '../byte-reader.ts';
import { floatScaled } from './float-scale.ts';

const COUNT = 400_000;
const draw = seededRandom(4);
/** As of a converter, between −1 and 1. */
const noise = Float32Array.from({ length: COUNT }, () => draw() + draw() - 1);
/** Words of noise, with pauses that are 60 dB softer. */
const speech = noise.map((value, index) => (index % 10_000 < 3000 ? value : value / 1000));

async function scaleOf(values: Float32Array): Promise<number | undefined> {
  const data = new Uint8Array(values.buffer as ArrayBuffer);
  const bytes = new ByteReader(blobSource(new Blob([data])));
  const format = { encoding: 'float', bytesPerSample: 4, littleEndian: true } as const;
  return (await floatScaled(bytes, 0, data.length, format)).fullScale;
}

/** The same with a loud word between two places that are looked at. */
function withLoudWord(values: Float32Array, peak: number): Float32Array {
  const word = values.slice();
  const start = Math.floor((COUNT * 2.8) / 16);
  for (let at = start; at < start + 100; at++) word[at] = peak;
  return word;
}

it.each([1e-5, 1e-8])('speech of a scale of %f is brought to full scale', async (scale) => {
  const fullScale = await scaleOf(speech.map((value) => value * scale));
  expect(scale / (fullScale ?? 0)).toBeGreaterThan(0.5);
  expect(scale / (fullScale ?? 0)).toBeLessThan(1.1);
});

it.each<[string, Float32Array]>([
  ['ordinary speech', speech.map((value) => value / 2)],
  ['quiet speech', speech.map((value) => value / 300)],
  ['silence', new Float32Array(COUNT)],
  ['noise', noise.map((value) => value * 1e-5)],
  ['single bits of 16', noise.map((value) => Math.round(value * 0.8) / 32_768)],
  [
    'a loud word in noise and pauses',
    withLoudWord(
      speech.map((value) => value * 1e-5),
      0.5,
    ),
  ],
])('%s keeps its scale', async (_, values) => {
  expect(await scaleOf(values)).toBeUndefined();
});

it('speech of the scale of 8-bit integers is told from quiet speech of that of 16 bits', async () => {
  const soft = speech.map((value) => value * 127);
  expect(await scaleOf(soft)).toBe(2 ** 7);
  expect(await scaleOf(withLoudWord(soft, 20_000))).toBe(2 ** 15);
});
