/** The parts one after the other, as a copy. */
export function concatenate(parts: readonly Float32Array[]): Float32Array {
  const joined = new Float32Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}
