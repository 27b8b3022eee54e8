/** Milliseconds → `1:02.345` or `1:00:02.345`, as people write times of captions. */
export function formatCueTime(ms: number): string {
  const whole = Math.max(0, Math.round(ms));
  const pad = (value: number, digits = 2) => String(value).padStart(digits, '0');
  const hours = Math.floor(whole / 3_600_000);
  const minutes = Math.floor(whole / 60_000) % 60;
  const seconds = `${pad(Math.floor(whole / 1000) % 60)}.${pad(whole % 1000, 3)}`;
  return hours > 0 ? `${hours}:${pad(minutes)}:${seconds}` : `${minutes}:${seconds}`;
}

/** Seconds of a time as people write it: `62.3`, `1:02.3` or `1:00:02,345`; null if it is none. */
export function readCueTime(text: string): number | null {
  const parts = text.trim().replace(',', '.').split(':');
  if (parts.length > 3 || !parts.every((part) => /^\d+(\.\d*)?$/u.test(part))) return null;
  return parts.reduce((sum, part) => sum * 60 + Number(part), 0);
}

/** Two decimals. */
export const round = (value: number): number => Math.round(value * 100) / 100;
