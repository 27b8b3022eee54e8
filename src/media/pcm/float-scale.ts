import type { PcmFormat } from '../audio-track.ts';
import { type ByteReader, viewOf } from '../byte-reader.ts';
import { visitFloats } from './float-values.ts';
import { scaleOfTiny } from './tiny-float-scale.ts';

/** Values of full scale of programs that write integers as floats. */
const BYTE_SCALE = 2 ** 7;
const INTEGER_SCALES = [2 ** 15, 2 ** 23, 2 ** 31];
const LARGEST_INTEGER = 2 ** 31;
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
 * Smaller scales are for files whose every value was seen, or a loud word would be lost; larger files take too long.
 */
const MOST_SEEN_BYTES = 64 * 1024 * 1024;

/**
 * The format with its value of full scale, where floats have the scale of integers, as numerical programs write them.
 * Sixteen places decide: any one may be silent or damaged.
 */
export async function floatScaled(
  bytes: ByteReader,
  start: number,
  length: number,
  format: PcmFormat,
): Promise<PcmFormat> {
  const { encoding, bytesPerSample, littleEndian } = format;
  if (encoding !== 'float') return format;
  const frames = Math.floor(length / bytesPerSample);
  const all = { start, end: start + frames * bytesPerSample };
  let sounding = 0;
  let large = 0;
  let peak = 0;
  let largest = 0;
  for (let place = 0; place < PLACES; place++) {
    const at = start + Math.floor((frames * place) / PLACES) * bytesPerSample;
    const part = { start: at, end: Math.min(at + PLACE_BYTES, all.end) };
    if (bytesPerSample === 2) {
      if (await hasNoHalves(bytes, part, littleEndian)) return { ...format, encoding: 'signed' };
      continue;
    }
    await visitFloats(bytes, part, format, (value) => {
      if (!(value > 0) || value > LARGEST_INTEGER) return true;
      sounding++;
      largest = Math.max(largest, value);
      if (value <= LARGEST_OWN_VALUE) return true;
      large++;
      peak = Math.max(peak, value);
      return true;
    });
  }
  const isOwn = large === 0 || large < sounding * LEAST_SHARE;
  const isSmall = all.end - start <= MOST_SEEN_BYTES;
  let fullScale: number | undefined;
  if (!isOwn) {
    fullScale =
      isSmall && peak <= BYTE_SCALE * OVERSHOOT && (await staysInBytes(bytes, all, format))
        ? BYTE_SCALE
        : INTEGER_SCALES.find((scale) => peak <= scale * OVERSHOOT);
  } else if (isSmall) fullScale = await scaleOfTiny(bytes, all, format, largest);
  return fullScale === undefined ? format : { ...format, fullScale };
}

/** Whether there are integers with the tag of floats: quiet ones below zero would be no numbers. */
async function hasNoHalves(
  bytes: ByteReader,
  { start, end }: { start: number; end: number },
  littleEndian: boolean,
): Promise<boolean> {
  const view = viewOf(await bytes.read(start, end - start));
  for (let offset = 0; offset + 2 <= view.byteLength; offset += 2) {
    if ((view.getUint16(offset, littleEndian) & NO_HALF) === NO_HALF) return true;
  }
  return false;
}

async function staysInBytes(
  bytes: ByteReader,
  all: { start: number; end: number },
  format: PcmFormat,
): Promise<boolean> {
  let stays = true;
  await visitFloats(bytes, all, format, (value) => {
    stays = !(value > BYTE_SCALE * OVERSHOOT && value <= LARGEST_INTEGER);
    return stays;
  });
  return stays;
}
