import { browserCpuSeconds } from '../bench/browser-processes.ts';

const SAMPLE_MS = 1000;

/** What the processors had done at a time. */
interface Reading {
  /** Milliseconds since 1970. */
  at: number;
  seconds: number;
}

/** Runs `work`; `between` says how many seconds of all processors the browser took from one time to another, in milliseconds since 1970. */
export async function watchProcessor<T>(profile: string, work: () => Promise<T>) {
  const readings: Reading[] = [];
  const read = () => readings.push({ at: Date.now(), seconds: browserCpuSeconds(profile) });
  read();
  const timer = setInterval(read, SAMPLE_MS);
  try {
    const result = await work();
    read();
    return {
      result,
      between: (from: number, to: number) => secondsAt(readings, to) - secondsAt(readings, from),
    };
  } finally {
    clearInterval(timer);
  }
}

/** Between two readings it is taken to grow evenly. */
export function secondsAt(readings: readonly Reading[], at: number): number {
  const next = readings.findIndex((reading) => reading.at >= at);
  const [before, after] = [readings[next - 1], readings[next]];
  if (!after) return readings.at(-1)?.seconds ?? 0;
  if (!before) return after.seconds;
  const share = (at - before.at) / (after.at - before.at);
  return before.seconds + share * (after.seconds - before.seconds);
}
