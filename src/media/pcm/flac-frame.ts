import { fourCharacters } from '../byte-reader.ts';
/** A FLAC stream's STREAMINFO block (RFC 9639, section 8.2). */
export interface FlacStreamInfo {
  /** Samples of each block, where the stream does not say it block by block. */
  blockSize: number;
  sampleRate: number;
  numberOfChannels: number;
  bitsPerSample: number;
  /** Samples per channel; 0 if unknown. */
  totalSamples: number;
}

/** Header of a frame (RFC 9639, section 9.1). */
export interface FlacFrameHeader {
  /** Samples per channel. */
  blockSize: number;
  /** Index of the frame's first sample in the stream. */
  firstSample: number;
  numberOfChannels: number;
  /** Null where the frame leaves it to STREAMINFO. */
  sampleRate: number | null;
  bitsPerSample: number | null;
}

/** What a header must match; any number of channels if none is given. */
export type FlacFrameLimits = Pick<FlacStreamInfo, 'blockSize'> & Partial<FlacStreamInfo>;

/** By the codes of frames; those that are missing have a meaning of their own. */
const SAMPLE_RATES: (number | undefined)[] = [
  ...[undefined, 88_200, 176_400, 192_000, 8000, 16_000],
  ...[22_050, 24_000, 32_000, 44_100, 48_000, 96_000],
];
const BITS_PER_SAMPLE: (number | undefined)[] = [undefined, 8, 12, undefined, 16, 20, 24, 32];

const CRC8 = crcTable(8, 0x07);
const CRC16 = crcTable(16, 0x8005);

/** The header at `at`; null if there is none or it does not match the stream. */
export function readFlacFrameHeader(
  bytes: Uint8Array,
  at: number,
  limits: FlacFrameLimits,
): FlacFrameHeader | null {
  if (bytes[at] !== 0xff || ((bytes[at + 1] ?? 0) & 0xfe) !== 0xf8) return null;
  const variable = ((bytes[at + 1] ?? 0) & 1) === 1;
  const codes = bytes[at + 2] ?? 0;
  const layout = bytes[at + 3] ?? 0;
  const channels = layout >> 4 < 8 ? (layout >> 4) + 1 : 2;
  if (layout & 1 || layout >> 4 > 10 || channels !== (limits.numberOfChannels ?? channels)) return null;
  const number = readCodedNumber(bytes, at + 4);
  if (!number) return null;
  const sizeCode = codes >> 4;
  const rateCode = codes & 15;
  const sizeBytes = sizeCode === 6 ? 1 : sizeCode === 7 ? 2 : 0;
  const rateBytes = rateCode === 12 ? 1 : rateCode === 13 || rateCode === 14 ? 2 : 0;
  const crcAt = number.end + sizeBytes + rateBytes;
  if (sizeCode === 0 || rateCode === 15 || crcAt >= bytes.length) return null;
  if (crc8(bytes.subarray(at, crcAt)) !== bytes[crcAt]) return null;
  const blockSize = blockSizeOf(sizeCode, bytes, number.end);
  return {
    blockSize,
    firstSample: variable ? number.value : number.value * limits.blockSize,
    numberOfChannels: channels,
    sampleRate: sampleRateOf(rateCode, bytes, number.end + sizeBytes),
    bitsPerSample: BITS_PER_SAMPLE[(layout >> 1) & 7] ?? null,
  };
}

function sampleRateOf(code: number, bytes: Uint8Array, at: number): number | null {
  const [first = 0, second = 0] = bytes.subarray(at, at + 2);
  if (code === 12) return first * 1000;
  if (code === 13) return first * 256 + second;
  if (code === 14) return (first * 256 + second) * 10;
  return SAMPLE_RATES[code] ?? null;
}

function blockSizeOf(code: number, bytes: Uint8Array, at: number): number {
  if (code === 1) return 192;
  if (code <= 5) return 144 << code;
  if (code === 6) return (bytes[at] ?? 0) + 1;
  if (code === 7) return (((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0)) + 1;
  return 1 << code;
}

/** A number in FLAC's extended UTF-8: one to seven bytes. */
function readCodedNumber(bytes: Uint8Array, at: number): { value: number; end: number } | null {
  const first = bytes[at];
  if (first === undefined) return null;
  if (first < 0x80) return { value: first, end: at + 1 };
  const length = Math.clz32(~(first << 24));
  if (length < 2 || length > 7) return null;
  let value = first & (0x7f >> length);
  for (let index = 1; index < length; index++) {
    const byte = bytes[at + index];
    if (byte === undefined || byte >> 6 !== 2) return null;
    value = value * 64 + (byte & 63);
  }
  return { value, end: at + length };
}

/** What may follow the last frame: another file, or a tag. */
const MARKS = ['fLaC', 'TAG', 'APET', 'ID3'];
/** First bytes of these and of a frame: a table, because every byte is looked up. */
const FOLLOWING = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte === 0xff || MARKS.some((mark) => mark.charCodeAt(0) === byte) ? 1 : 0,
);

/** Length of the frame at 0: to where its checksum matches and a header, tag, file or the end follows; 0 if nowhere. */
export function flacFrameLength(bytes: Uint8Array, info: FlacStreamInfo, isEndOfFile: boolean): number {
  const HEADER_BYTES = 6;
  let crc = 0;
  let previous = 0;
  // Compares the checksum of the bytes up to two positions back with the two bytes that follow them.
  for (let at = 0; at < bytes.length; at++) {
    if (at >= HEADER_BYTES + 2 && FOLLOWING[bytes[at] ?? 0] === 1 && checksumFits(bytes, at, previous)) {
      const mark = fourCharacters(bytes, at);
      if (MARKS.some((known) => mark.startsWith(known)) || readFlacFrameHeader(bytes, at, info)) return at;
    }
    if (at >= 2) previous = updateCrc16(previous, bytes[at - 2] ?? 0);
    crc = updateCrc16(crc, bytes[at] ?? 0);
  }
  // A checksum including itself is zero.
  return isEndOfFile && crc === 0 ? bytes.length : 0;
}

/** `crc` covers the bytes before `at − 2`. */
function checksumFits(bytes: Uint8Array, at: number, crc: number): boolean {
  return crc === (((bytes[at - 2] ?? 0) << 8) | (bytes[at - 1] ?? 0));
}

function updateCrc16(crc: number, byte: number): number {
  return ((crc << 8) & 0xffff) ^ (CRC16[(crc >> 8) ^ byte] ?? 0);
}

function crc8(bytes: Uint8Array): number {
  return bytes.reduce((crc, byte) => CRC8[crc ^ byte] ?? 0, 0);
}

function crcTable(width: number, polynomial: number): Uint16Array {
  const top = 1 << (width - 1);
  const mask = 2 ** width - 1;
  return Uint16Array.from({ length: 256 }, (_, byte) => {
    let crc = byte << (width - 8);
    for (let bit = 0; bit < 8; bit++) crc = (crc & top ? (crc << 1) ^ polynomial : crc << 1) & mask;
    return crc;
  });
}
