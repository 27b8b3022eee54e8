import { proxy, transfer } from 'comlink';
import type { ByteSource } from '../../../lib/bytes/byte-source.ts';

/** Reads bytes from the page's storage and transfers them. */
export type LentBytes = ByteSource['read'];

/** Makes a page's source an argument through which a worker reads it. */
export function lendBytes(source: ByteSource): LentBytes {
  return proxy(async (start: number, end: number) => {
    const bytes = await source.read(start, end);
    return transfer(bytes, [bytes.buffer]);
  });
}
