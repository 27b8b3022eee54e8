import { seededRandom } from '../../../src/lib/seeded-random.ts';

async function bytesOf(blob: Blob): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await blob.arrayBuffer());
}

/** The first `share` of the file. */
export function truncated(blob: Blob, share: number): Blob {
  return blob.slice(0, Math.floor(blob.size * share));
}

/** Flips `count` single bits anywhere in the file. */
export async function bitFlipped(blob: Blob, seed: number, count: number): Promise<Blob> {
  const bytes = await bytesOf(blob);
  const random = seededRandom(seed);
  for (let flip = 0; flip < count; flip++) {
    const at = Math.floor(random() * bytes.length);
    bytes[at] = (bytes[at] ?? 0) ^ (1 << Math.floor(random() * 8));
  }
  return new Blob([bytes]);
}

/** Replaces everything from one share of the file to another with noise. */
export async function overwritten(blob: Blob, from: number, to: number, seed = 1): Promise<Blob> {
  const bytes = await bytesOf(blob);
  const random = seededRandom(seed);
  for (let at = Math.floor(bytes.length * from); at < bytes.length * to; at++) {
    bytes[at] = Math.floor(random() * 256);
  }
  return new Blob([bytes]);
}
