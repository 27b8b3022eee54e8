/** Below this, exp is no normal number. */
const LEAST: f32 = -87.3;
const LOG2_E: f32 = Mathf.LOG2E;
/** ln 2 in two parts: the first has few digits, so that its multiples are exact. */
const LN2_HIGH: f32 = 0.693359375;
const LN2_LOW: f32 = -2.1219444e-4;

/**
 * e to the power of each lane, of at most 0, to a few units of the last place: 2ⁿ × the Taylor series of what is left, at most ln 2 / 2.
 */
export function exponential(values: v128): v128 {
  const power = f32x4.pmax(values, f32x4.splat(LEAST));
  const whole = f32x4.nearest(f32x4.mul(power, f32x4.splat(LOG2_E)));
  const rest = f32x4.sub(
    f32x4.sub(power, f32x4.mul(whole, f32x4.splat(LN2_HIGH))),
    f32x4.mul(whole, f32x4.splat(LN2_LOW)),
  );
  let series = f32x4.splat(1 / 5040);
  series = f32x4.add(f32x4.mul(series, rest), f32x4.splat(1 / 720));
  series = f32x4.add(f32x4.mul(series, rest), f32x4.splat(1 / 120));
  series = f32x4.add(f32x4.mul(series, rest), f32x4.splat(1 / 24));
  series = f32x4.add(f32x4.mul(series, rest), f32x4.splat(1 / 6));
  series = f32x4.add(f32x4.mul(series, rest), f32x4.splat(0.5));
  series = f32x4.add(f32x4.mul(series, rest), f32x4.splat(1));
  series = f32x4.add(f32x4.mul(series, rest), f32x4.splat(1));
  const exponent = i32x4.shl(i32x4.add(i32x4.trunc_sat_f32x4_s(whole), i32x4.splat(127)), 23);
  return f32x4.mul(series, exponent);
}
