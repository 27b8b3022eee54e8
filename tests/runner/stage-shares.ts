import { availableParallelism } from 'node:os';

/**
 * What each stage of `npm test` is to take, in seconds on the machine that the shares were set on: two idle cores, on
 * which the loop below takes REFERENCE_LOOP_MS. Together they are the 15 minutes that the checks may take, and 3 for
 * the other browsers.
 */
export const STAGE_SHARES: Readonly<Record<string, number>> = {
  types: 50,
  lint: 12,
  imports: 12,
  unit: 90,
  pool: 100,
  models: 60,
  build: 35,
  budgets: 21,
  browser: 165,
  e2e: 355,
  engines: 180,
};

export interface StageTime {
  name: string;
  /** As a clock measures it. */
  seconds: number;
  /** How many times slower the machine was then than the one that the shares were set on; at least 1. */
  slowness: number;
}

export const REFERENCE_LOOP_MS = 40;
const REFERENCE_CORES = 2;
const ROUNDS = 5;
/**
 * Machines differ in more than arithmetic, in disks and graphics, say. The shares themselves are estimates from busy machines:
 * until an idle one has confirmed them, a stage fails only at four times its share.
 */
const TOLERANCE = 4;

/**
 * A share is never compared with a bare time: a slow or busy machine needs longer for everything, and that is no fault of a
 * stage. A small loop of plain arithmetic, timed before and after each stage, says how slow the machine is at that moment;
 * a stage's time is divided by the slower of the two. So a stage goes over its share only if it does more than it did.
 */
export function measureSlowness(cores = availableParallelism(), loopMs = timeLoop): number {
  const rounds = Array.from({ length: ROUNDS }, () => loopMs()).sort((a, b) => a - b);
  const median = rounds[Math.floor(ROUNDS / 2)] ?? 0;
  return Math.max(1, median / REFERENCE_LOOP_MS) * Math.max(1, REFERENCE_CORES / cores);
}

/** Milliseconds that a fixed amount of arithmetic takes. */
function timeLoop(): number {
  const start = performance.now();
  let state = 1;
  for (let step = 0; step < 32_000_000; step++) state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
  const took = performance.now() - start;
  // Read, so that the loop is not left out as useless.
  return state === 0 ? 0 : took;
}

/** One line for each stage that takes more than its share. Throws Error for a stage without one. */
export function overShare(times: readonly StageTime[], shares = STAGE_SHARES): string[] {
  return times.flatMap(({ name, seconds, slowness }) => {
    const share = shares[name];
    if (share === undefined) throw new Error(`The stage ${name} has no share.`);
    const scaled = seconds / slowness;
    if (scaled <= share * TOLERANCE) return [];
    return [
      `${name}: ${scaled.toFixed(0)} s of its ${share} s (${seconds.toFixed(0)} s on a machine ${slowness.toFixed(1)} times slower)`,
    ];
  });
}
