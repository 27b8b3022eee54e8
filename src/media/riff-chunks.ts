import { type ByteReader, fourCharacters, viewOf } from './byte-reader.ts';

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
