import type { IHasher } from 'hash-wasm';

// The hash library is loaded only when a model is fetched or checked, to keep the page's start-up small.

/** A new SHA-256. */
export async function newSha256(): Promise<IHasher> {
  const { createSHA256 } = await import('hash-wasm');
  return (await createSHA256()).init();
}

/** Feeds a Blob to a hash piece by piece. */
export async function hashBlob(hasher: IHasher, blob: Blob, signal?: AbortSignal): Promise<void> {
  const reader = blob.stream().getReader();
  for (;;) {
    signal?.throwIfAborted();
    const { done, value } = await reader.read();
    if (done) return;
    hasher.update(value);
  }
}

/** SHA-256 in hexadecimal. */
export async function sha256Of(blob: Blob, signal?: AbortSignal): Promise<string> {
  const hasher = await newSha256();
  await hashBlob(hasher, blob, signal);
  return hasher.digest('hex');
}

/** Git object id of a file in hexadecimal: SHA-1 over `blob <bytes>\0` and the bytes. */
export async function gitIdOf(blob: Blob): Promise<string> {
  const { createSHA1 } = await import('hash-wasm');
  const hasher = (await createSHA1()).init();
  hasher.update(`blob ${blob.size}\0`);
  await hashBlob(hasher, blob);
  return hasher.digest('hex');
}
