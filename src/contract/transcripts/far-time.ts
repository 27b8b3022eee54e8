import type { z } from '../../lib/zod.ts';

/** Latest time in a file that is taken, in seconds: over three years. What is computed from a later one may be no number any more. */
const LATEST_SECONDS = 1e8;

const TIMES: ReadonlySet<string> = new Set(['start', 'end', 'from', 'until', 'duration', 'audio_duration']);

/** The path of the first time in a value that is later than any recording is long; null if there is none. */
function farTime(value: unknown): PropertyKey[] | null {
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

/** Adds the issue of the first time that is too late. */
export function refuseFarTimes(value: unknown, context: z.RefinementCtx): void {
  const path = farTime(value);
  if (path) context.addIssue({ code: 'custom', path, message: `must be at most ${LATEST_SECONDS} seconds` });
}
