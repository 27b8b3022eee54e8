import type { IHasher } from 'hash-wasm';
import { blobSource, inPieces } from '../../lib/bytes/byte-source.ts';

// The hash library is loaded only when a model is fetched or checked, to keep the page's start-up small.

/** A new SHA-256. */
export async function newSha256(): Promise<IHasher> {
  const { createSHA256 } = await import('hash-wasm');
  return (await createSHA256()).init();
}

/** Feeds bytes to a hash piece by piece. Returns how many there were. */
export async function hashBytes(
  hasher: IHasher,
  pieces: AsyncIterable<Uint8Array>,
  signal?: AbortSignal,
): Promise<number> {
  let length = 0;
  for await (const piece of pieces) {
    signal?.throwIfAborted();
    hasher.update(piece);
    length += piece.length;
  }
  return length;
}

/** SHA-256 in hexadecimal. */
export async function sha256Of(blob: Blob, signal?: AbortSignal): Promise<string> {
  const hasher = await newSha256();
  await hashBytes(hasher, inPieces(blobSource(blob)), signal);
  return hasher.digest('hex');
}

/** Git object id of a file of `size` bytes in hexadecimal: SHA-1 over `blob <bytes>\0` and the bytes. */
export async function gitIdOf(size: number, pieces: AsyncIterable<Uint8Array>): Promise<string> {
  const { createSHA1 } = await import('hash-wasm');
  const hasher = (await createSHA1()).init();
  hasher.update(`blob ${size}\0`);
  await hashBytes(hasher, pieces);
  return hasher.digest('hex');
}
