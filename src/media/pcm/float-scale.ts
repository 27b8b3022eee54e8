import type { PcmFormat } from '../audio-track.ts';
import { type ByteReader, viewOf } from '../byte-reader.ts';

/** Values of full scale of programs that write integers as floats. */
const INTEGER_SCALES = [2 ** 15, 2 ** 23, 2 ** 31];
/** Speech in the scale of integers is above this nearly always; in its own scale a float never is, but for damage. */
const LARGEST_OWN_VALUE = 16;
const LEAST_SHARE = 0.01;
/** Resampling goes a little beyond full scale. */
const OVERSHOOT = 1.2;
/** The exponent of what is no number, in floats of 16 bits. */
const NO_HALF = 0x7c00;
const PLACES = 16;
const PLACE_BYTES = 32 * 1024;

/**
 * The format with its value of full scale, where float samples were written in the scale of integers, as numerical programs do. A
 * look at sixteen places decides, since any one of them may be silent or damaged.
 *
 * @param start of the samples, all of whose `length` bytes are there
 */
export async function floatScaled(
  bytes: ByteReader,
  start: number,
  length: number,
  format: PcmFormat,
): Promise<PcmFormat> {
  const { encoding, bytesPerSample, littleEndian } = format;
  if (encoding !== 'float') return format;
  const isHalf = bytesPerSample === 2;
  const frames = Math.floor(length / bytesPerSample);
  let sounding = 0;
  let large = 0;
  let peak = 0;
  for (let place = 0; place < PLACES; place++) {
    const at = start + Math.floor((frames * place) / PLACES) * bytesPerSample;
    const part = await bytes.read(at, Math.min(PLACE_BYTES, start + frames * bytesPerSample - at));
    const view = viewOf(part);
    for (let offset = 0; offset + bytesPerSample <= part.length; offset += bytesPerSample) {
      // Integers with the tag of floats: quiet ones below zero would be no numbers.
      if (isHalf) {
        if ((view.getUint16(offset, littleEndian) & NO_HALF) === NO_HALF)
          return { ...format, encoding: 'signed' };
        continue;
      }
      const value = Math.abs(
        bytesPerSample === 8 ? view.getFloat64(offset, littleEndian) : view.getFloat32(offset, littleEndian),
      );
      if (!(value > 0) || value > 2 ** 31) continue;
      sounding++;
      if (value <= LARGEST_OWN_VALUE) continue;
      large++;
      peak = Math.max(peak, value);
    }
  }
  const isOwn = large === 0 || large < sounding * LEAST_SHARE;
  const fullScale = isOwn ? undefined : INTEGER_SCALES.find((scale) => peak <= scale * OVERSHOOT);
  return fullScale === undefined ? format : { ...format, fullScale };
}
