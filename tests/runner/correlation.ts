/** How alike two series are: 1 if one is a multiple of the other; 0 if they have other lengths. */
export function correlation(a: Float32Array, b: Float32Array): number {
  const product = (x: Float32Array, y: Float32Array) =>
    x.reduce((sum, value, index) => sum + value * (y[index] ?? 0), 0);
  return a.length === b.length ? product(a, b) / Math.sqrt(product(a, a) * product(b, b)) : 0;
}
