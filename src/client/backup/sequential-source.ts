import { type ByteSource, inPieces, joinBytes } from '../../lib/bytes/byte-source.ts';
import { badBackup } from './backup-format.ts';
import { damaged } from './zip-faults.ts';

/** In pieces. A reader that ends early gives the stream back: the archive would wait for it for ever. */
export async function* readPieces(
  size: number,
  stream: ReadableStream<Uint8Array<ArrayBuffer>>,
  path: string,
): AsyncGenerator<Uint8Array<ArrayBuffer>, void, undefined> {
  const reader = stream.getReader();
  try {
    yield* inPieces(sequentialSource(size, reader, path));
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/** A stream as a source that is read once, from its beginning to its end. */
function sequentialSource(
  size: number,
  reader: ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>,
  path: string,
): ByteSource {
  const next = () =>
    reader.read().catch(async (cause: unknown) => {
      throw await damaged(path, cause);
    });
  let kept: Uint8Array<ArrayBuffer> = new Uint8Array(0);
  let at = 0;
  return {
    size,
    async read(start, end) {
      if (start !== at) throw new Error('A file of a backup is read in order.');
      const parts = [kept];
      let length = kept.length;
      const wanted = Math.min(end, size) - start;
      while (length < wanted) {
        const { done, value } = await next();
        if (done) throw badBackup(`${JSON.stringify(path)} is shorter than the archive says`);
        parts.push(value);
        length += value.length;
      }
      const bytes = joinBytes(parts);
      kept = bytes.slice(wanted);
      at += wanted;
      // The checksum is known, and a surplus seen, only once the stream has ended.
      if (at === size && (kept.length > 0 || !(await next()).done)) {
        throw badBackup(`${JSON.stringify(path)} is longer than the archive says`);
      }
      return bytes.slice(0, wanted);
    },
  };
}
