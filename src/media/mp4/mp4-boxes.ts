import { type ByteReader, fourCharacters, viewOf } from '../byte-reader.ts';

/** The index of a day of audio and video is smaller. */
export const MAX_INDEX_BYTES = 256 * 1024 * 1024;

/** Header of a box (ISO/IEC 14496-12 §4.2). */
export interface Box {
  name: string;
  /** Bytes of the whole box; 0 if it extends to the end of the file. */
  size: number;
  /** Start of its content. */
  start: number;
}

/** The box at `position`; null if the file ends before it. */
export async function readBox(bytes: ByteReader, position: number): Promise<Box | null> {
  const head = await bytes.read(position, 16);
  if (head.length < 8) return null;
  const name = fourCharacters(head, 4);
  const view = viewOf(head);
  const size = view.getUint32(0);
  if (size !== 1) return { name, size, start: position + 8 };
  return head.length < 16 ? null : { name, size: Number(view.getBigUint64(8)), start: position + 16 };
}
