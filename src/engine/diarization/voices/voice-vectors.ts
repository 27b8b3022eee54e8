/** The same direction with unit length; null for zeros and non-finite values. */
export function unitLength(vector: Float32Array): Float32Array | null {
  const length = Math.hypot(...vector);
  return length > 0 && Number.isFinite(length) ? vector.map((value) => value / length) : null;
}

/** Sum of some vectors, of unit length; null if there are none. */
export function meanOf(vectors: readonly Float32Array[]): Float32Array | null {
  const sum = new Float32Array(vectors[0]?.length ?? 0);
  for (const vector of vectors)
    for (let at = 0; at < sum.length; at++) sum[at] = (sum[at] ?? 0) + (vector[at] ?? 0);
  return unitLength(sum);
}

/** 0 for the same direction, 1 for unrelated and 2 for opposite ones; both vectors have unit length. */
export function cosineDistance(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let product = 0;
  for (let index = 0; index < a.length; index++) product += (a[index] ?? 0) * (b[index] ?? 0);
  return 1 - product;
}
