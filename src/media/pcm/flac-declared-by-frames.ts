import type { ByteReader } from '../byte-reader.ts';
import { type FlacStreamInfo, readFlacFrameHeader } from './flac-frame.ts';
import { findFrameFrom, MAX_HEADER_BYTES, readFrame } from './flac-search.ts';

/** What only looks like a header is followed by no whole frame of its kind. */
const LOOKED_AT = 64;

/** STREAMINFO with the numbers of the first two whole frames where these agree on others, by which players go. */
export async function declaredByFrames(
  bytes: ByteReader,
  firstFrame: number,
  stated: FlacStreamInfo,
): Promise<FlacStreamInfo> {
  const { blockSize } = stated;
  let position = firstFrame;
  for (let count = 0; count < LOOKED_AT; count++) {
    position = await findFrameFrom(bytes, position, { blockSize });
    if (position < 0) return stated;
    const declared = await declaredAt(bytes, position, stated);
    const frame = declared && (await readFrame(bytes, position, declared));
    if (frame) {
      const end = position + frame.data.length;
      const next = end < bytes.size ? await declaredAt(bytes, end, stated) : declared;
      return next === null || isSame(declared, next) ? declared : stated;
    }
    position++;
  }
  return stated;
}

async function declaredAt(
  bytes: ByteReader,
  position: number,
  stated: FlacStreamInfo,
): Promise<FlacStreamInfo | null> {
  const { blockSize } = stated;
  const header = readFlacFrameHeader(await bytes.read(position, MAX_HEADER_BYTES + 1), 0, { blockSize });
  if (!header) return null;
  return {
    ...stated,
    numberOfChannels: header.numberOfChannels,
    // A rate of 0 is none.
    sampleRate: header.sampleRate || stated.sampleRate,
    bitsPerSample: header.bitsPerSample ?? stated.bitsPerSample,
  };
}

const isSame = (one: FlacStreamInfo, other: FlacStreamInfo): boolean =>
  one.numberOfChannels === other.numberOfChannels &&
  one.sampleRate === other.sampleRate &&
  one.bitsPerSample === other.bitsPerSample;
