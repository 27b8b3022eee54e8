/** An estimate this much longer than what was shown is no noise. */
const LONGER = 1.5;

/** In seconds: it falls, and grows only where it is much longer than `shown` before, which has a reason. */
export function steadyTime(
  shown: number | null,
  estimate: number | null,
): { seconds: number | null; isSlower: boolean } {
  if (shown === null || estimate === null || estimate <= shown) return { seconds: estimate, isSlower: false };
  const isSlower = estimate > LONGER * shown;
  return { seconds: isSlower ? estimate : shown, isSlower };
}
