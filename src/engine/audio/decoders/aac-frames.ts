import { concatenateBytes } from '../../../lib/bytes/concatenate.ts';

/** Sampling rates by their index in an AudioSpecificConfig and in ADTS (ISO/IEC 14496-3, table 1.18). */
const SAMPLE_RATES = [
  96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000, 7_350,
];
const ADTS_HEADER_BYTES = 7;
const LOW_COMPLEXITY = 2;
/** Profiles that ADTS can express; others contain a low-complexity core. */
const MOST_PROFILE = 4;
/** More than decoders discard at the start. */
const SILENT_FRAMES = 8;

/** One silent low-complexity mono frame, as the standard allows it. */
export const SILENT_AAC_FRAME: readonly number[] = [0x00, 0xc8, 0x00, 0x80, 0x23, 0x80];

/** Global gain, and nothing else set: no bands, no tools. */
const SILENT_CHANNEL = `01100100${'0'.repeat(14)}`;
const silentPair = (tag: string) => `001${tag}0${SILENT_CHANNEL}${SILENT_CHANNEL}`;
/** A silent frame of 7.1 channels: the centre, three pairs, the bass, the end. */
const SILENT_7_1_BITS = [
  `0000000${SILENT_CHANNEL}`,
  silentPair('0000'),
  silentPair('0001'),
  silentPair('0010'),
  `0110000${SILENT_CHANNEL}`,
  '111',
].join('');

/** A file of silence in 7.1 channels. */
export function silent71Adts(sampleRate: number): Uint8Array<ArrayBuffer> | null {
  const rateIndex = SAMPLE_RATES.indexOf(sampleRate);
  if (rateIndex === -1) return null;
  const frame = Uint8Array.from(SILENT_7_1_BITS.match(/.{1,8}/g) ?? [], (bits) =>
    Number.parseInt(bits.padEnd(8, '0'), 2),
  );
  const description = Uint8Array.of(
    (LOW_COMPLEXITY << 3) | (rateIndex >> 1),
    ((rateIndex & 1) << 7) | (7 << 3),
  );
  return toAdts(
    Array.from({ length: SILENT_FRAMES }, () => frame),
    description,
  );
}

/**
 * AAC frames with an ADTS header each, by the AudioSpecificConfig of `config` or as they are; null if ADTS cannot
 * describe them.
 */
export function toAdts(
  frames: readonly Uint8Array[],
  description: Uint8Array,
): Uint8Array<ArrayBuffer> | null {
  if (description.length === 0) return concatenateBytes(frames);
  if (description.length < 2) return null;
  const [first = 0, second = 0] = description;
  const type = first >> 3;
  const rateIndex = ((first & 7) << 1) | (second >> 7);
  const channels = (second >> 3) & 15;
  if (rateIndex >= SAMPLE_RATES.length || channels === 0 || channels > 7) return null;
  const profile = (type >= 1 && type <= MOST_PROFILE ? type : LOW_COMPLEXITY) - 1;
  return concatenateBytes(
    frames.flatMap((frame) => {
      const length = frame.length + ADTS_HEADER_BYTES;
      const header = Uint8Array.of(
        0xff,
        0xf1,
        (profile << 6) | (rateIndex << 2) | (channels >> 2),
        ((channels & 3) << 6) | (length >> 11),
        (length >> 3) & 0xff,
        ((length & 7) << 5) | 0x1f,
        0xfc,
      );
      return [header, frame];
    }),
  );
}
