import type { ByteSource } from '../../lib/bytes/byte-source.ts';

export interface ByteWindow {
  bytes: Uint8Array;
  /** Offset of the first byte in the source. */
  start: number;
}

/** Reads a source in windows that share `overlap` bytes, so that one of them has any `overlap + 1` bytes whole. */
export async function* overlappingWindows(
  source: ByteSource,
  from: number,
  overlap: number,
  windowBytes: number,
): AsyncGenerator<ByteWindow> {
  const length = Math.max(windowBytes, 2 * overlap + 1);
  let end = from;
  for (let start = from; end < source.size; start = end - overlap) {
    end = Math.min(start + length, source.size);
    yield { bytes: await source.read(start, end), start };
  }
}
