import { type ByteSource, joinBytes } from '../../lib/byte-source.ts';
import { badBackup } from './backup-format.ts';
import { damaged } from './zip-faults.ts';

/** A stream as a source that is read once, from its beginning to its end. */
export function sequentialSource(
  size: number,
  stream: ReadableStream<Uint8Array<ArrayBuffer>>,
  path: string,
): ByteSource {
  const reader = stream.getReader();
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
