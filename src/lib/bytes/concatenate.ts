/** Samples one after the other, as a copy. */
export const concatenate = (parts: readonly Float32Array[]): Float32Array<ArrayBuffer> =>
  joinedIn(new Float32Array(lengthOf(parts)), parts);

/** The same of bytes. */
export const concatenateBytes = (parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> =>
  joinedIn(new Uint8Array(lengthOf(parts)), parts);

const lengthOf = (parts: readonly { length: number }[]): number =>
  parts.reduce((sum, { length }) => sum + length, 0);

function joinedIn<Joined extends { set(part: ArrayLike<number>, at: number): void }>(
  joined: Joined,
  parts: readonly ArrayLike<number>[],
): Joined {
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}
