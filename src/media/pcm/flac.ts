import { msg } from '../../lib/errors/msg.ts';
import type { AudioPacket, AudioTrack } from '../audio-track.ts';
import { type ByteReader, fourCharacters, viewOf } from '../byte-reader.ts';
import { damaged, noAudioInFile } from '../media-errors.ts';
import { declaredByFrames } from './flac-declared-by-frames.ts';
import type { FlacStreamInfo } from './flac-frame.ts';
import { findFrameFrom, readFrame } from './flac-search.ts';
import { checkStreamNumbers } from './pcm-track.ts';

const STREAM_INFO_BYTES = 34;
/** Rate, channels and bits in STREAMINFO. */
const SHAPE_AT = 10;
const TAIL_BYTES = 512 * 1024;

/**
 * FLAC (RFC 9639). Not read by mediabunny, which gives up at the first damaged frame, keeps a record of every frame
 * in memory and drops a shorter last frame. Frames are identified by their checksums and carry their own times.
 */
export async function openFlac(bytes: ByteReader): Promise<AudioTrack> {
  const { info: written, block, firstFrame } = await readMetadata(bytes);
  const stated = await declaredByFrames(bytes, firstFrame, written);
  checkStreamNumbers('FLAC', stated.numberOfChannels, stated.sampleRate);
  const first = await findFrameFrom(bytes, firstFrame, stated);
  if (first < 0) throw noAudioInFile();
  const info = { ...stated, blockSize: await firstBlockSize(bytes, first, stated) };
  const last = await lastSample(bytes, firstFrame, info);
  const samples = last === null ? 0 : last || info.totalSamples;
  const isShort = last !== null && last > 0 && info.totalSamples - last > info.sampleRate;
  let joinedAt: number | null = null;
  const { sampleRate, numberOfChannels } = info;
  return {
    info: {
      container: 'flac',
      codec: 'flac',
      extension: 'flac',
      type: 'audio/flac',
      duration: samples > 0 ? samples / sampleRate : null,
      numberOfChannels,
      sampleRate,
    },
    coding: {
      kind: 'webcodecs',
      config: { codec: 'flac', sampleRate, numberOfChannels, description: description(block, info) },
    },
    startTimestamp: 0,
    ...(isShort && { statedSeconds: info.totalSamples / sampleRate }),
    packets: () =>
      flacPackets(bytes, first, info, (position) => {
        joinedAt = position;
      }),
    joinedAt: () => joinedAt,
    dispose: () => undefined,
  };
}

/** The mandatory first block. Frames are looked for right behind it: lengths of further blocks may be damaged. */
async function readMetadata(bytes: ByteReader) {
  const head = (await bytes.read(4, 4 + STREAM_INFO_BYTES)).slice();
  if (head.length < 4 + STREAM_INFO_BYTES || ((head[0] ?? 0) & 127) !== 0) {
    throw damaged(msg`The FLAC header is damaged: the sample format is missing.`);
  }
  const block = head.subarray(4);
  return { info: readStreamInfo(block), block, firstFrame: 8 + STREAM_INFO_BYTES };
}

/** STREAMINFO: bit fields of 16, 16, 24, 24, 20, 3, 5 and 36 bits. */
function readStreamInfo(block: Uint8Array): FlacStreamInfo {
  const view = viewOf(block);
  const shape = view.getUint32(SHAPE_AT);
  return {
    blockSize: view.getUint16(2),
    sampleRate: shape >>> 12,
    numberOfChannels: ((shape >>> 9) & 7) + 1,
    bitsPerSample: ((shape >>> 4) & 31) + 1,
    totalSamples: (shape & 15) * 2 ** 32 + view.getUint32(14),
  };
}

/** The stream's header with only this block, as the WebCodecs registration of FLAC requires, with the format of the frames. */
function description(block: Uint8Array, info: FlacStreamInfo): Uint8Array {
  const { sampleRate, numberOfChannels, bitsPerSample } = info;
  const declared = block.slice();
  const view = viewOf(declared);
  const shape = (sampleRate * 256 + (numberOfChannels - 1) * 32 + bitsPerSample - 1) * 16;
  view.setUint32(SHAPE_AT, shape + (view.getUint32(SHAPE_AT) & 15));
  return Uint8Array.of(0x66, 0x4c, 0x61, 0x43, 0x80, 0, 0, STREAM_INFO_BYTES, ...declared);
}

/** The frames up to where another file begins, which may have other settings. */
async function* flacPackets(
  bytes: ByteReader,
  first: number,
  info: FlacStreamInfo,
  onJoined: (position: number) => void,
): AsyncGenerator<AudioPacket, void, undefined> {
  let position = first;
  while (position >= 0 && position < bytes.size) {
    const frame = await readFrame(bytes, position, info);
    if (!frame && (await startsFile(bytes, position))) return onJoined(position);
    if (frame) {
      yield frame;
      position += frame.data.length;
    } else {
      position = await findFrameFrom(bytes, position + 1, info);
    }
  }
}

/** The block size of the first whole frame, by which a stream of blocks of one size counts: STREAMINFO may state another. */
async function firstBlockSize(bytes: ByteReader, first: number, stated: FlacStreamInfo): Promise<number> {
  const LOOKED_AT = 64;
  let position = first;
  for (let count = 0; count < LOOKED_AT && position >= 0; count++) {
    const frame = await readFrame(bytes, position, stated);
    if (frame) return Math.round(frame.duration * stated.sampleRate);
    position = await findFrameFrom(bytes, position + 1, stated);
  }
  return stated.blockSize;
}

const startsFile = async (bytes: ByteReader, position: number): Promise<boolean> =>
  fourCharacters(await bytes.read(position, 4), 0) === 'fLaC';

/** End of the last frame, whatever the header says; 0 if there is none, null if it is that of another file joined behind. */
async function lastSample(
  bytes: ByteReader,
  firstFrame: number,
  info: FlacStreamInfo,
): Promise<number | null> {
  let end = 0;
  let position = await findFrameFrom(bytes, Math.max(firstFrame, bytes.size - TAIL_BYTES), info);
  while (position >= 0) {
    const frame = await readFrame(bytes, position, info);
    if (frame) end = Math.round((frame.timestamp + frame.duration) * info.sampleRate);
    if (await startsFile(bytes, position + (frame?.data.length ?? 0))) return null;
    position = await findFrameFrom(bytes, position + (frame?.data.length ?? 1), info);
  }
  return end;
}
