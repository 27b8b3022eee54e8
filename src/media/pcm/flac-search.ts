import type { AudioPacket } from '../audio-track.ts';
import type { ByteReader } from '../byte-reader.ts';
import {
  type FlacFrameLimits,
  type FlacStreamInfo,
  flacFrameLength,
  readFlacFrameHeader,
} from './flac-frame.ts';

const FIRST_READ_BYTES = 32 * 1024;
export const MAX_HEADER_BYTES = 16;
/** A frame of incompressible audio is slightly longer than the audio itself. */
const FRAME_OVERHEAD_BYTES = 1024;

/** The whole frame at `position`; null if its checksums do not match. */
export async function readFrame(
  bytes: ByteReader,
  position: number,
  info: FlacStreamInfo,
): Promise<AudioPacket | null> {
  const header = readFlacFrameHeader(await bytes.read(position, MAX_HEADER_BYTES + 1), 0, info);
  if (!header) return null;
  const limit = longestFrame(header.blockSize, info) + 32;
  for (let read = Math.min(FIRST_READ_BYTES, limit); ; read = Math.min(read * 4, limit)) {
    const data = await bytes.read(position, read);
    const length = flacFrameLength(data, info, position + data.length === bytes.size);
    if (length > 0) {
      const timestamp = header.firstSample / info.sampleRate;
      return { data: data.subarray(0, length), timestamp, duration: header.blockSize / info.sampleRate };
    }
    if (read >= limit || data.length < read) return null;
  }
}

/** By what the frame itself says: the sizes that STREAMINFO states may be wrong. */
function longestFrame(blockSize: number, { numberOfChannels, bitsPerSample }: FlacStreamInfo): number {
  return Math.ceil((blockSize * numberOfChannels * (bitsPerSample + 1)) / 8) + FRAME_OVERHEAD_BYTES;
}

/** The first frame header at or after `from`; −1 if there is none. */
export async function findFrameFrom(
  bytes: ByteReader,
  from: number,
  limits: FlacFrameLimits,
): Promise<number> {
  // It mostly is at once where it is looked for.
  let length = MAX_HEADER_BYTES;
  for (let base = from; base < bytes.size; base += length, length = Math.min(length * 8, FIRST_READ_BYTES)) {
    const block = await bytes.read(base, length + MAX_HEADER_BYTES);
    for (let at = block.indexOf(0xff); at >= 0 && at < length; at = block.indexOf(0xff, at + 1)) {
      if (readFlacFrameHeader(block, at, limits)) return base + at;
    }
  }
  return -1;
}
