/** Seconds to the nearest millisecond, as times are stored and sent. */
export const roundSeconds = (seconds: number): number => Math.round(seconds * 1000) / 1000;
