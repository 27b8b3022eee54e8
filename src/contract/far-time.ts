/** Latest time in a file that is taken, in seconds: over three years. What is computed from a later one may be no number any more. */
export const LATEST_SECONDS = 1e8;

const TIMES: ReadonlySet<string> = new Set(['start', 'end', 'from', 'until', 'duration', 'audio_duration']);

/** The path of the first time in a value that is later than any recording is long; null if there is none. */
export function farTime(value: unknown): PropertyKey[] | null {
  if (typeof value !== 'object' || value === null) return null;
  for (const [key, part] of Object.entries(value)) {
    if (typeof part === 'number') {
      if (part > LATEST_SECONDS && TIMES.has(key)) return [key];
    } else {
      const within = farTime(part);
      if (within) return [Array.isArray(value) ? Number(key) : key, ...within];
    }
  }
  return null;
}
