import type { PcmFormat } from '../audio-track.ts';
import { type ByteReader, viewOf } from '../byte-reader.ts';

const BLOCK_BYTES = 32 * 1024;

/** Calls `visit` with the size of each float of four or eight bytes between two positions, up to the first that it answers with false. */
export async function visitFloats(
  bytes: ByteReader,
  { start, end }: { start: number; end: number },
  { bytesPerSample, littleEndian }: PcmFormat,
  visit: (size: number) => boolean,
): Promise<void> {
  for (let at = start; at < end; at += BLOCK_BYTES) {
    const view = viewOf(await bytes.read(at, Math.min(BLOCK_BYTES, end - at)));
    for (let offset = 0; offset + bytesPerSample <= view.byteLength; offset += bytesPerSample) {
      const value =
        bytesPerSample === 8 ? view.getFloat64(offset, littleEndian) : view.getFloat32(offset, littleEndian);
      if (!visit(Math.abs(value))) return;
    }
  }
}
