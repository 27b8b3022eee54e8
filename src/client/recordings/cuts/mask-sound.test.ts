import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { maskSound } from './mask-sound.ts';

const wav = readFileSync('tests/fixtures/mini/audio/en_pii.wav');
const rate = wav.readUInt32LE(24);
/** 16-bit samples of a WAVE file. */
const samplesOf = (file: Buffer) => {
  const data = file.subarray(file.indexOf('data') + 8);
  return new Int16Array(
    data.buffer.slice(data.byteOffset, data.byteOffset + data.byteLength - (data.byteLength % 2)),
  );
};
const signal = new AbortController().signal;

async function maskedSamples(mask: 'tone' | 'silence') {
  const stretches = [{ start: 0.58, end: 0.92 }];
  const { blob, extension } = await maskSound(new Blob([wav]), stretches, {
    mask,
    signal,
    withPicture: false,
  });
  expect(extension).toBe('.wav');
  return samplesOf(Buffer.from(await blob.arrayBuffer()));
}

it.each(['tone', 'silence'] as const)(
  'a %s takes the place of words, and the rest stays where it was',
  async (mask) => {
    const before = samplesOf(wav);
    const after = await maskedSamples(mask);
    expect(after.length).toBe(before.length);
    const [from, to] = [0.5 * rate, rate];
    for (const [start, end] of [
      [0, from],
      [to, before.length],
    ] as const) {
      const differs = after
        .subarray(start, end)
        .some((sample, at) => Math.abs(sample - (before[start + at] ?? 0)) > 1);
      expect(differs).toBe(false);
    }
    const inside = [...after.subarray(from, to)];
    if (mask === 'silence') expect(inside.every((sample) => sample === 0)).toBe(true);
    else {
      expect(Math.max(...inside)).toBeCloseTo(0.1 * 32_767, -2);
      const crossings = inside.filter((sample, at) => sample >= 0 && (inside[at - 1] ?? 0) < 0).length;
      expect(Math.abs(crossings - 500)).toBeLessThanOrEqual(2);
    }
  },
);

it('refuses what is no recording', async () => {
  const text = new Blob(['no sound at all']);
  await expect(maskSound(text, [], { mask: 'tone', signal, withPicture: false })).rejects.toMatchObject({
    code: 'unsupported_media',
  });
});
