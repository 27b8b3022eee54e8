/** What is needed to compute a packet's duration. */
export interface VorbisBlocks {
  /** Samples of a short and a long block. */
  sizes: [number, number];
  /** Whether each mode's blocks are long. */
  longModes: boolean[];
}

const MODE_BITS = 1 + 16 + 16 + 8;
const COUNT_BITS = 6;
const MAX_MODES = 64;
const MAX_MAPPING = 63;

/**
 * Block sizes of a Vorbis stream (Vorbis I specification, sections 4.2.2 and 4.2.4). The modes are at the end of the
 * setup header, behind tables that only a decoder can read, so they are read from the end: a mode has 32 zero bits,
 * and their number precedes the first one. Null if that is inconsistent.
 */
export function readVorbisBlocks(identification: Uint8Array, setup: Uint8Array): VorbisBlocks | null {
  const sizeBits = identification[28] ?? 0;
  const sizes: [number, number] = [2 ** (sizeBits & 15), 2 ** (sizeBits >> 4)];
  let end = setup.length * 8 - 1;
  // The last set bit ends the header.
  while (end > 0 && readBits(setup, end, 1) === 0) end--;
  const longModes: boolean[] = [];
  let found: boolean[] | null = null;
  for (let start = end - MODE_BITS; start > COUNT_BITS && longModes.length < MAX_MODES; start -= MODE_BITS) {
    const isMode =
      readBits(setup, start + 1, 16) === 0 &&
      readBits(setup, start + 17, 16) === 0 &&
      readBits(setup, start + 33, 8) <= MAX_MAPPING;
    if (!isMode) break;
    longModes.unshift(readBits(setup, start, 1) === 1);
    if (readBits(setup, start - COUNT_BITS, COUNT_BITS) + 1 === longModes.length) found = [...longModes];
  }
  return found && { sizes, longModes: found };
}

/** Samples of each consecutive packet: a quarter of its block and of the one before, which overlap; 0 for the first. */
export function vorbisPacketSamples({ sizes, longModes }: VorbisBlocks): (packet: Uint8Array) => number {
  const modeBits = 32 - Math.clz32(longModes.length - 1);
  let previous = 0;
  return (packet) => {
    const [first = 0] = packet;
    const isLong = longModes[(first >> 1) & (2 ** modeBits - 1)] ?? false;
    const size = sizes[isLong ? 1 : 0];
    const samples = previous === 0 ? 0 : (previous + size) / 4;
    previous = size;
    return samples;
  };
}

/** Vorbis fills bytes from the least significant bit on. */
function readBits(bytes: Uint8Array, from: number, count: number): number {
  let value = 0;
  for (let index = 0; index < count; index++) {
    const bit = from + index;
    value |= (((bytes[bit >> 3] ?? 0) >> (bit & 7)) & 1) << index;
  }
  return value;
}
