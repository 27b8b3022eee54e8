/** The sum of the lanes. */
export function added(values: v128): f32 {
  return (
    f32x4.extract_lane(values, 0) +
    f32x4.extract_lane(values, 1) +
    f32x4.extract_lane(values, 2) +
    f32x4.extract_lane(values, 3)
  );
}

/** The same of whole numbers. */
export function addedWhole(values: v128): i32 {
  return (
    i32x4.extract_lane(values, 0) +
    i32x4.extract_lane(values, 1) +
    i32x4.extract_lane(values, 2) +
    i32x4.extract_lane(values, 3)
  );
}

/** The largest lane. */
export function mostOf(values: v128): f32 {
  return max(
    max(f32x4.extract_lane(values, 0), f32x4.extract_lane(values, 1)),
    max(f32x4.extract_lane(values, 2), f32x4.extract_lane(values, 3)),
  );
}
