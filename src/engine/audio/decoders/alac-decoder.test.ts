import { describe, expect, it } from 'vitest';
import { fixture, open } from '../../../../tests/fixtures/open-container.ts';
import { AlacDecoder } from './alac-decoder.ts';
import { decodePcm } from './pcm-decoder.ts';

async function alacSamples(name: string): Promise<number[][]> {
  const track = await open(fixture(name));
  if (track.coding.kind !== 'alac') throw new Error(`${name} is not ALAC.`);
  const decoder = new AlacDecoder(track.coding.cookie);
  const planes: number[][] = [];
  for await (const { data } of track.packets()) {
    for (const [channel, plane] of (decoder.decode(data) ?? []).entries()) {
      planes[channel] ??= [];
      planes[channel].push(...plane);
    }
  }
  return planes;
}

async function pcmSamples(name: string): Promise<number[]> {
  const track = await open(fixture(name));
  const samples: number[] = [];
  for await (const { data } of track.packets()) {
    if (track.coding.kind === 'pcm') samples.push(...(decodePcm(data, track.coding.format, 1)[0] ?? []));
  }
  return samples;
}

describe('Apple Lossless', () => {
  it.each(['alac.m4a', 'alac.caf', 'alac24.m4a'])(
    'reproduces the samples that went into %s',
    async (name) => {
      const expected = await pcmSamples('pcm_s16.wav');
      const [plane] = await alacSamples(name);
      expect(plane?.slice(0, expected.length)).toEqual(expected);
    },
  );

  it('reproduces both channels of a stereo file', async () => {
    const [left, right] = await alacSamples('alac_stereo.m4a');
    expect(left?.slice(0, 21_200)).toEqual(await pcmSamples('pcm_s16.wav'));
    expect(right?.length).toBe(left?.length);
    expect(right).not.toEqual(left);
  });

  it('never throws for a damaged frame', async () => {
    const track = await open(fixture('long_alac.m4a'));
    if (track.coding.kind !== 'alac') throw new Error('The fixture is not ALAC.');
    const decoder = new AlacDecoder(track.coding.cookie);
    for await (const { data } of track.packets()) {
      for (const at of [0, 1, 2, 5, 9, 20, data.length >> 1]) {
        const damaged = data.slice();
        damaged[at] = (damaged[at] ?? 0) ^ 0xff;
        for (const frame of [damaged, data.slice(0, at)]) {
          const planes = decoder.decode(frame);
          expect(planes === null || planes.every((plane) => plane.every(Number.isFinite))).toBe(true);
        }
      }
    }
  });

  it('rejects impossible settings with 422', () => {
    for (const cookie of [new Uint8Array(4), new Uint8Array(24), new Uint8Array(24).fill(255)]) {
      expect(() => new AlacDecoder(cookie)).toThrow(expect.objectContaining({ code: 'unprocessable_audio' }));
    }
  });
});
