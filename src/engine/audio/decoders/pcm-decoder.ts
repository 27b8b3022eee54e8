import type { PcmFormat } from '../../../media/audio-track.ts';

type ReadSample = (view: DataView, offset: number) => number;

/** Converts interleaved PCM frames to one plane of ±1 per channel; identical channels may share it. Non-finite values become 0. */
export function decodePcm(data: Uint8Array, format: PcmFormat, numberOfChannels: number): Float32Array[] {
  const frameBytes = format.bytesPerSample * numberOfChannels;
  const frames = Math.floor(data.byteLength / frameBytes);
  if (isNative16(format)) return decodeNative16(data, frames, numberOfChannels);
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const read = sampleReader(format);
  return Array.from({ length: numberOfChannels }, (_, channel) => {
    const plane = new Float32Array(frames);
    let offset = channel * format.bytesPerSample;
    for (let frame = 0; frame < frames; frame++) {
      plane[frame] = read(view, offset);
      offset += frameBytes;
    }
    return plane;
  });
}

/** What nearly all recordings are, in the order of bytes that nearly all devices have. */
const isNative16 = ({ encoding, bytesPerSample, littleEndian }: PcmFormat): boolean =>
  encoding === 'signed' && bytesPerSample === 2 && littleEndian === IS_LITTLE_ENDIAN;

const IS_LITTLE_ENDIAN = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1;

function decodeNative16(data: Uint8Array, frames: number, numberOfChannels: number): Float32Array[] {
  const count = frames * numberOfChannels;
  const isAligned = data.byteOffset % 2 === 0;
  const samples = isAligned
    ? new Int16Array(data.buffer, data.byteOffset, count)
    : new Int16Array(data.slice(0, count * 2).buffer);
  const first = planeOf(samples, 0, frames, numberOfChannels);
  return Array.from({ length: numberOfChannels }, (_, channel) =>
    repeatsFirst(samples, channel, numberOfChannels)
      ? first
      : planeOf(samples, channel, frames, numberOfChannels),
  );
}

function planeOf(
  samples: Int16Array,
  channel: number,
  frames: number,
  numberOfChannels: number,
): Float32Array {
  const plane = new Float32Array(frames);
  for (let frame = 0, at = channel; frame < frames; frame++, at += numberOfChannels) {
    plane[frame] = (samples[at] ?? 0) / 2 ** 15;
  }
  return plane;
}

/** Whether a channel is the first one again, as in most stereo recordings of speech. */
function repeatsFirst(samples: Int16Array, channel: number, numberOfChannels: number): boolean {
  for (let at = 0; at < samples.length; at += numberOfChannels) {
    if (samples[at] !== samples[at + channel]) return false;
  }
  return true;
}

function sampleReader({ encoding, bytesPerSample, littleEndian, fullScale = 1 }: PcmFormat): ReadSample {
  if (encoding === 'alaw') return (view, offset) => fromALaw(view.getUint8(offset));
  if (encoding === 'ulaw') return (view, offset) => fromMuLaw(view.getUint8(offset));
  if (encoding === 'unsigned') return (view, offset) => (view.getUint8(offset) - 128) / 128;
  if (encoding === 'float') {
    const read: ReadSample =
      bytesPerSample === 8
        ? (view, offset) => view.getFloat64(offset, littleEndian)
        : bytesPerSample === 4
          ? (view, offset) => view.getFloat32(offset, littleEndian)
          : (view, offset) => fromHalf(view.getUint16(offset, littleEndian));
    return (view, offset) => soundValue(read(view, offset) / fullScale);
  }
  switch (bytesPerSample) {
    case 1:
      return (view, offset) => view.getInt8(offset) / 2 ** 7;
    case 2:
      return (view, offset) => view.getInt16(offset, littleEndian) / 2 ** 15;
    case 3:
      return littleEndian
        ? (view, offset) => (view.getInt8(offset + 2) * 2 ** 16 + view.getUint16(offset, true)) / 2 ** 23
        : (view, offset) => (view.getInt8(offset) * 2 ** 16 + view.getUint16(offset + 1)) / 2 ** 23;
    default: {
      // A Float32Array keeps less than the four most significant bytes.
      const first = littleEndian ? bytesPerSample - 4 : 0;
      return (view, offset) => view.getInt32(offset + first, littleEndian) / 2 ** 31;
    }
  }
}

/** A damaged float file can contain values that would poison every later sum. */
function soundValue(value: number): number {
  return Math.abs(value) < 16 ? value : 0;
}

/** IEEE 754, 16 bits; not every browser reads them by itself. */
function fromHalf(bits: number): number {
  const exponent = (bits >> 10) & 31;
  const fraction = bits & 1023;
  const size = exponent === 0 ? fraction * 2 ** -24 : (1024 + fraction) * 2 ** (exponent - 25);
  return bits & 0x8000 ? -size : size;
}

/** ITU-T G.711, A-law → ±1. */
function fromALaw(code: number): number {
  const bits = code ^ 0x55;
  const exponent = (bits >> 4) & 7;
  const mantissa = bits & 15;
  const magnitude = exponent === 0 ? (mantissa << 4) + 8 : ((mantissa << 4) + 0x108) << (exponent - 1);
  return (bits & 0x80 ? magnitude : -magnitude) / 2 ** 15;
}

/** ITU-T G.711, µ-law → ±1. */
function fromMuLaw(code: number): number {
  const bits = ~code & 0xff;
  const magnitude = ((((bits & 15) << 3) + 0x84) << ((bits >> 4) & 7)) - 0x84;
  return (bits & 0x80 ? -magnitude : magnitude) / 2 ** 15;
}
