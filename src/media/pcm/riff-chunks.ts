import type { AudioTrack } from '../audio-track.ts';
import { type ByteReader, fourCharacters, viewOf } from '../byte-reader.ts';

/** Placeholder size of a chunk whose writer could not fill it in, or whose size is in a `ds64` chunk. */
export const UNKNOWN_SIZE = 0xffff_ffff;

/** Header of a chunk of RIFF, RF64 or AIFF. */
export interface Chunk {
  name: string;
  /** Bytes of its content, according to the file. */
  size: number;
  /** Start of its content. */
  start: number;
  /** Start of the next chunk; content of odd length is padded. */
  next: number;
}

/** The chunk at `position`; null if the file ends before it. */
export async function readChunk(
  bytes: ByteReader,
  position: number,
  littleEndian: boolean,
): Promise<Chunk | null> {
  const head = await bytes.read(position, 8);
  if (head.length < 8) return null;
  const size = viewOf(head).getUint32(4, littleEndian);
  const start = position + 8;
  return { name: fourCharacters(head, 0), size, start, next: start + size + (size & 1) };
}

/** 64-bit sizes of the whole file and of its samples (EBU Tech 3306); null if the content is too short. */
export async function readLongSizes(
  bytes: ByteReader,
  { start }: Chunk,
  littleEndian: boolean,
): Promise<{ riff: number; data: number } | null> {
  const content = viewOf(await bytes.read(start, 16));
  if (content.byteLength < 16) return null;
  const sizeAt = (at: number) => Number(content.getBigUint64(at, littleEndian));
  return { riff: sizeAt(0), data: sizeAt(8) };
}

const CHUNK_NAME = /^[A-Za-z_(][A-Za-z0-9_ )]{3}$/;
/** Programs leave this much behind the samples without a chunk around it. */
const TRAILING_BYTES = 1024;

/** Where another chunk may begin: an odd one before it should be padded, but not all are. */
const startsBehind = (end: number): number[] => (end % 2 === 0 ? [end] : [end + 1, end]);

const isChunkAt = async (bytes: ByteReader, position: number): Promise<boolean> =>
  CHUNK_NAME.test(fourCharacters(await bytes.read(position, 4), 0));

/** The chunk behind another one, padded or not; null at the end of the file. */
export async function followingChunk(
  bytes: ByteReader,
  { start, size, next }: Chunk,
  littleEndian: boolean,
): Promise<Chunk | null> {
  for (const at of startsBehind(start + size)) {
    if (await isChunkAt(bytes, at)) return readChunk(bytes, at, littleEndian);
  }
  return readChunk(bytes, next, littleEndian);
}

/**
 * Whether samples end here: at the end of the file, before some bytes that are no audio, or where another chunk starts. Otherwise
 * the size is that of a first part, or zero because it was never filled in.
 */
export async function chunkEndsAt(bytes: ByteReader, end: number): Promise<boolean> {
  if (end + TRAILING_BYTES >= bytes.size) return true;
  for (const at of startsBehind(end)) if (await isChunkAt(bytes, at)) return true;
  return false;
}

/** Sizes above this were never filled in: writers to a pipe leave the largest numbers they can. */
const LARGEST_SIZE = 2 ** 31 - 2 ** 16;

/** Bytes of samples that a file states and lacks, because it was cut off; 0 if it is whole, or if its size says nothing. */
export function missingBytes({ start, length }: { start: number; length: number }, fileSize: number): number {
  const missing = start + length - fileSize;
  return missing > TRAILING_BYTES && (length < LARGEST_SIZE || fileSize > LARGEST_SIZE) ? missing : 0;
}

/** Notes on a track how many bytes of its samples the file lacks. */
export function noteMissing(
  track: AudioTrack,
  data: { start: number; length: number },
  fileSize: number,
): AudioTrack {
  const missing = missingBytes(data, fileSize);
  if (missing > 0) track.missingBytes = missing;
  return track;
}
