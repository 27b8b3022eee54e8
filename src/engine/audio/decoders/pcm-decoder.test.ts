import { describe, expect, it } from 'vitest';
import type { PcmFormat } from '../../../media/audio-track.ts';
import { decodePcm } from './pcm-decoder.ts';

const VALUES = [0, 0.5, -0.5, 0.25, -1];
/** The same as floats of 16 bits. */
const HALVES = [0, 0x3800, 0xb800, 0x3400, 0xbc00];

function bytes(format: PcmFormat, values: number[]): Uint8Array {
  const { bytesPerSample, littleEndian, encoding } = format;
  const view = new DataView(new ArrayBuffer(values.length * bytesPerSample));
  for (const [index, value] of values.entries()) {
    const at = index * bytesPerSample;
    if (encoding === 'float') {
      if (bytesPerSample === 2) view.setUint16(at, HALVES[index] ?? 0, littleEndian);
      else if (bytesPerSample === 8) view.setFloat64(at, value, littleEndian);
      else view.setFloat32(at, value, littleEndian);
      continue;
    }
    const whole = value * 2 ** (bytesPerSample * 8 - 1);
    let code = encoding === 'unsigned' ? whole + 128 : whole < 0 ? whole + 2 ** (bytesPerSample * 8) : whole;
    for (let byte = 0; byte < bytesPerSample; byte++) {
      view.setUint8(at + (littleEndian ? byte : bytesPerSample - 1 - byte), code % 256);
      code = Math.floor(code / 256);
    }
  }
  return new Uint8Array(view.buffer);
}

describe('PCM of every kind', () => {
  for (const littleEndian of [true, false]) {
    for (const [encoding, bytesPerSample] of [
      ['unsigned', 1],
      ['signed', 1],
      ['signed', 2],
      ['signed', 3],
      ['signed', 4],
      ['signed', 8],
      ['float', 2],
      ['float', 4],
      ['float', 8],
    ] as const) {
      it(`${encoding}, ${bytesPerSample * 8} bits, ${littleEndian ? 'low' : 'high'} byte first`, () => {
        const format = { encoding, bytesPerSample, littleEndian };
        expect([...(decodePcm(bytes(format, VALUES), format, 1)[0] ?? [])]).toEqual(VALUES);
      });
    }
  }

  it('separates channels and drops half a frame at the end', () => {
    const format: PcmFormat = { encoding: 'float', bytesPerSample: 4, littleEndian: true };
    const planes = decodePcm(bytes(format, [0.1, -0.1, 0.2, -0.2, 0.3]), format, 2);
    expect(planes.map((plane) => [...plane])).toEqual([
      [0.1, 0.2].map(Math.fround),
      [-0.1, -0.2].map(Math.fround),
    ]);
  });

  it.each([0, 1])(
    'reads two channels of 16 bits at an offset of %i bytes, without half a frame at the end',
    (offset) => {
      const format: PcmFormat = { encoding: 'signed', bytesPerSample: 2, littleEndian: true };
      const file = new Uint8Array(40);
      file.set(bytes(format, [0.5, -0.5, -1, 0.25, 0.75]), offset);
      const planes = decodePcm(file.subarray(offset, offset + 10), format, 2);
      expect(planes.map((plane) => [...plane])).toEqual([
        [0.5, -1],
        [-0.5, 0.25],
      ]);
    },
  );

  it('reads A-law and µ-law by the tables of G.711', () => {
    const law = (encoding: 'alaw' | 'ulaw', codes: number[]) =>
      [
        ...(decodePcm(Uint8Array.from(codes), { encoding, bytesPerSample: 1, littleEndian: true }, 1)[0] ??
          []),
      ].map((value) => Math.round(value * 32_768) + 0);
    expect(law('ulaw', [0x00, 0x80, 0x7f, 0xff, 0x0f, 0xf0])).toEqual([-32_124, 32_124, 0, 0, -16_764, 120]);
    expect(law('alaw', [0x55, 0xd5, 0x2a, 0xaa, 0x80])).toEqual([-8, 8, -32_256, 32_256, 5504]);
  });

  it('treats non-finite values as silence', () => {
    const format: PcmFormat = { encoding: 'float', bytesPerSample: 4, littleEndian: true };
    const plane = decodePcm(bytes(format, [Number.NaN, Number.POSITIVE_INFINITY, 1e30, 0.5]), format, 1)[0];
    expect([...(plane ?? [])]).toEqual([0, 0, 0, 0.5]);
  });
});
