import { blobSource } from '../../lib/bytes/byte-source.ts';

/** Bytes as stored in a row. Versions up to 4 wrote Blobs; so does a database in memory. */
export type StoredBytes = ArrayBuffer | Blob;

let asBlobs = false;

/** Stores bytes as Blobs from now on, so that a database in the page's memory leaves them to the browser. */
export function storeBytesAsBlobs(): void {
  asBlobs = true;
}

export function toStored(bytes: Uint8Array<ArrayBuffer>): StoredBytes {
  if (asBlobs) return new Blob([bytes]);
  return bytes.byteLength === bytes.buffer.byteLength ? bytes.buffer : bytes.slice().buffer;
}

export const bytesOf = async (stored: StoredBytes): Promise<ArrayBuffer> =>
  stored instanceof Blob ? (await blobSource(stored).read(0, stored.size)).buffer : stored;
