/** Levels of a value from outside: deeper ones could not be stored or returned, since both recurse. */
export const MAX_DEPTH = 100;

/** Whether a value has more levels than this. */
export function isDeeperThan(value: unknown, depth: number): boolean {
  let level: unknown[] = [value];
  for (let passed = 0; level.length > 0; passed++) {
    level = level.filter((item) => typeof item === 'object' && item !== null);
    if (passed >= depth && level.length > 0) return true;
    level = level.flatMap((item) => Object.values(item ?? {}));
  }
  return false;
}
