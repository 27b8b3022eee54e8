import type { ByteSource } from '../../lib/bytes/byte-source.ts';

export interface ByteWindow {
  bytes: Uint8Array;
  /** Offset of the first byte in the source. */
  start: number;
}

/**
 * Reads a source from `from` to its end. Each window begins with the last `overlap` bytes of the previous one, so anything up to
 * `overlap + 1` bytes long is entirely in one window.
 */
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
