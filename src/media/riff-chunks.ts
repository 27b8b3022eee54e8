import { type BlobBytes, fourCharacters, viewOf } from './blob-bytes.ts';

/** The size of a chunk whose writer could not go back to fill it in, or whose size stands in a `ds64` chunk. */
export const UNKNOWN_SIZE = 0xffff_ffff;

/** Head of a chunk of RIFF, RF64 or AIFF. */
export interface Chunk {
  name: string;
  /** Bytes of its content, as the file says. */
  size: number;
  /** Where its content begins. */
  start: number;
  /** Where the next chunk begins: contents of odd length are padded. */
  next: number;
}

/** The chunk at `position`; null where the file ends before. */
export async function readChunk(
  bytes: BlobBytes,
  position: number,
  littleEndian: boolean,
): Promise<Chunk | null> {
  const head = await bytes.read(position, 8);
  if (head.length < 8) return null;
  const size = viewOf(head).getUint32(4, littleEndian);
  const start = position + 8;
  return { name: fourCharacters(head, 0), size, start, next: start + size + (size & 1) };
}

/** Sizes of 64 bits, of the whole file and of its samples (EBU Tech 3306); null where the content is too short. */
export async function readLongSizes(
  bytes: BlobBytes,
  { start }: Chunk,
  littleEndian: boolean,
): Promise<{ riff: number; data: number } | null> {
  const content = viewOf(await bytes.read(start, 16));
  if (content.byteLength < 16) return null;
  const sizeAt = (at: number) => Number(content.getBigUint64(at, littleEndian));
  return { riff: sizeAt(0), data: sizeAt(8) };
}
