/** Added to a number below 2^22, it leaves the nearest whole number in the last bits of the sum. */
const MAGIC: f32 = 12582912;
const MAGIC_BITS: i32 = 0x4b400000;
/** Below this, a power of two is no normal number. */
const LEAST: f32 = -126;

/** The nearest whole numbers of numbers below 2^22: fewer instructions than rounding and converting. */
export function rounded(values: v128): v128 {
  return i32x4.sub(f32x4.add(values, f32x4.splat(MAGIC)), i32x4.splat(MAGIC_BITS));
}

/** 2 to the power of each lane, of at most 0, to 2 × 10⁻⁶: the Taylor series of what is left of a whole number, at most a half. */
export function powerOfTwo(values: v128): v128 {
  const power = f32x4.pmax(values, f32x4.splat(LEAST));
  const sum = f32x4.add(power, f32x4.splat(MAGIC));
  const rest = f32x4.sub(power, f32x4.sub(sum, f32x4.splat(MAGIC)));
  let series = f32x4.splat(0.00133335581);
  series = f32x4.add(f32x4.mul(series, rest), f32x4.splat(0.00961812911));
  series = f32x4.add(f32x4.mul(series, rest), f32x4.splat(0.0555041087));
  series = f32x4.add(f32x4.mul(series, rest), f32x4.splat(0.240226507));
  series = f32x4.add(f32x4.mul(series, rest), f32x4.splat(Mathf.LN2));
  series = f32x4.add(f32x4.mul(series, rest), f32x4.splat(1));
  // Whole numbers are added to the exponent.
  return i32x4.add(series, i32x4.shl(sum, 23));
}
