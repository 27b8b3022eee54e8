/** Statuses of a host that may not recur: time-outs, too many requests, server errors. */
export const PASSING_STATUS: ReadonlySet<number> = new Set([408, 425, 429, 500, 502, 503, 504]);
