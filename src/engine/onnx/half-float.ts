/** IEEE 754 half-precision bit patterns → numbers. */
export function fromHalfFloats(bits: Uint16Array): Float32Array<ArrayBuffer> {
  return Float32Array.from(bits, halfToNumber);
}

function halfToNumber(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 0x1f;
  const fraction = bits & 0x3ff;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  if (exponent === 0x1f) return fraction ? Number.NaN : sign * Number.POSITIVE_INFINITY;
  return sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}

/** Numbers → IEEE 754 half-precision bit patterns, rounded to nearest. */
export function toHalfFloats(values: Float32Array): Uint16Array<ArrayBuffer> {
  const word = new DataView(new ArrayBuffer(4));
  return Uint16Array.from(values, (value) => {
    word.setFloat32(0, value);
    const bits = word.getUint32(0);
    const sign = (bits >>> 16) & 0x8000;
    const exponent = ((bits >>> 23) & 0xff) - 127;
    if (Number.isNaN(value)) return 0x7e00;
    if (exponent > 15) return sign | 0x7c00;
    if (exponent < -14) return sign | Math.round(Math.abs(value) * 2 ** 24);
    // A carry out of the fraction raises the exponent, as it should.
    return sign | ((((exponent + 15) << 10) | ((bits >>> 13) & 0x3ff)) + ((bits >>> 12) & 1));
  });
}
