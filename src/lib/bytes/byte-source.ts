import { answered } from '../answered.ts';
import { lastAtMost } from '../last-at-most.ts';
import { concatenateBytes } from './concatenate.ts';

/** Bytes read by range from elsewhere: a Blob, or pieces in storage. */
export interface ByteSource {
  readonly size: number;
  /** The bytes from `start` up to `end` or the end of the source, whichever comes first. */
  read(start: number, end: number): Promise<Uint8Array<ArrayBuffer>>;
}

/** Bytes stored, sent and passed between realms at a time. */
export const PIECE_BYTES = 4 * 1024 * 1024;

/** The bytes of a Blob, read in slices: Chromium's streams of Blobs stall for good once in some thousand times. */
export function blobSource(blob: Blob): ByteSource {
  const read = async (start: number, end: number) =>
    new Uint8Array(await blob.slice(start, end).arrayBuffer());
  return {
    size: blob.size,
    read: (start, end) => answered(() => read(start, end), { what: 'reading the file' }),
  };
}

/** A source of pieces of equal length, except for a shorter last one. Whole pieces are passed on without a copy. */
export function pieceSource(
  size: number,
  readPiece: (index: number) => Promise<ArrayBuffer>,
  pieceBytes = PIECE_BYTES,
): ByteSource {
  return {
    size,
    async read(start, end) {
      const to = Math.min(end, size);
      if (to <= start) return new Uint8Array(0);
      const first = Math.floor(start / pieceBytes);
      const last = Math.floor((to - 1) / pieceBytes);
      const partOf = async (index: number) => {
        const offset = index * pieceBytes;
        const piece = new Uint8Array(await readPiece(index));
        const from = Math.max(0, start - offset);
        // Copied, because a view would keep the whole piece in memory.
        return from === 0 && to - offset >= piece.length ? piece : piece.slice(from, to - offset);
      };
      if (first === last) return partOf(first);
      const bytes = new Uint8Array(to - start);
      let filled = 0;
      for (let index = first; index <= last; index++) {
        const part = await partOf(index);
        bytes.set(part, filled);
        filled += part.length;
      }
      return bytes.subarray(0, filled);
    },
  };
}

/** A part of a source, from `start` up to `end`. */
export function sliceSource(source: ByteSource, start: number, end = source.size): ByteSource {
  const from = Math.min(start, source.size);
  const to = Math.max(from, Math.min(end, source.size));
  return {
    size: to - from,
    read: (first, last) => source.read(from + first, Math.max(from + first, Math.min(from + last, to))),
  };
}

/** Sources one after the other, as one. */
export function joinSources(parts: readonly ByteSource[]): ByteSource {
  const offsets: number[] = [];
  let size = 0;
  for (const part of parts) {
    offsets.push(size);
    size += part.size;
  }
  return {
    size,
    async read(start, end) {
      const read: Uint8Array<ArrayBuffer>[] = [];
      for (let index = Math.max(0, lastAtMost(offsets, start)); index < parts.length; index++) {
        const [part, offset] = [parts[index], offsets[index]];
        if (!part || offset === undefined || offset >= end) break;
        const from = Math.max(start - offset, 0);
        const to = Math.min(end - offset, part.size);
        if (from < to) read.push(await part.read(from, to));
      }
      return joinBytes(read);
    },
  };
}

/** Caches the last pieces read, for a source that is slow to read and readers that take little at a time. */
export function keepPieces(source: ByteSource, { pieces = 2, pieceBytes = PIECE_BYTES } = {}): ByteSource {
  const kept = new Map<number, Promise<ArrayBuffer>>();
  const readPiece = async (index: number) => {
    const bytes = await source.read(index * pieceBytes, (index + 1) * pieceBytes);
    return bytes.byteLength === bytes.buffer.byteLength ? bytes.buffer : bytes.slice().buffer;
  };
  return pieceSource(
    source.size,
    (index) => {
      const piece = kept.get(index) ?? readPiece(index);
      // The most recently used piece moves to the end; the first is dropped.
      kept.delete(index);
      kept.set(index, piece);
      piece.catch(() => kept.delete(index));
      const [oldest] = kept.keys();
      if (kept.size > pieces && oldest !== undefined) kept.delete(oldest);
      return piece;
    },
    pieceBytes,
  );
}

/** The bytes of a source in order, a piece at a time. */
export async function* inPieces(
  source: ByteSource,
  start = 0,
  end = source.size,
): AsyncGenerator<Uint8Array<ArrayBuffer>, void, undefined> {
  for (let from = start; from < end; ) {
    // Up to the next piece boundary, so that each step reads one piece.
    const to = Math.min(end, (Math.floor(from / PIECE_BYTES) + 1) * PIECE_BYTES);
    yield await source.read(from, to);
    from = to;
  }
}

/** The same bytes in pieces of equal length, except for a shorter last one. */
export async function* intoPieces(
  chunks: AsyncIterable<Uint8Array<ArrayBuffer>>,
): AsyncGenerator<Uint8Array<ArrayBuffer>, void, undefined> {
  let piece = new Uint8Array(PIECE_BYTES);
  let filled = 0;
  for await (const chunk of chunks) {
    for (let taken = 0; taken < chunk.length; ) {
      const part = chunk.subarray(taken, taken + PIECE_BYTES - filled);
      piece.set(part, filled);
      taken += part.length;
      filled += part.length;
      if (filled < PIECE_BYTES) continue;
      yield piece;
      // The reader may keep or transfer it.
      piece = new Uint8Array(PIECE_BYTES);
      filled = 0;
    }
  }
  if (filled > 0) yield piece.subarray(0, filled);
}

/** A stream that reads at most one piece ahead. Not all browsers have `ReadableStream.from`. */
export function streamOf(
  pieces: AsyncGenerator<Uint8Array<ArrayBuffer>, void, undefined>,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await pieces.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      await pieces.return();
    },
  });
}

/** Pieces one after the other; a single one without a copy. */
export function joinBytes<T extends ArrayBufferLike>(
  parts: readonly Uint8Array<T>[],
): Uint8Array<T | ArrayBuffer> {
  const [only] = parts;
  return only && parts.length === 1 ? only : concatenateBytes(parts);
}
