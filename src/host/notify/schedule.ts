/** Seconds until the second attempt; each further wait doubles. */
const FIRST_WAIT = 5;
const LONGEST_WAIT = 3600;
const DAY = 24 * 3600;
/** No wait takes longer; in milliseconds. */
export const LONGEST_WAIT_MS = LONGEST_WAIT * 1250;

const waitAfter = (attempts: number) => Math.min(FIRST_WAIT * 2 ** (attempts - 1), LONGEST_WAIT);

/** Attempts, whose waits add up to a day. They are counted, so that an app that was closed makes as many. */
export const MOST_ATTEMPTS = countAttempts();

function countAttempts(): number {
  let attempts = 1;
  for (let waited = 0; waited < DAY; waited += waitAfter(attempts++));
  return attempts;
}

/**
 * Seconds until the next attempt after this many failures, varied by up to a quarter (`random`, 0 to 1) so that
 * deliveries part; null if there is none. Back-off libraries keep the wait in memory; this one must outlive the tab, so
 * it is stored with the delivery.
 */
export function secondsUntilNext(attempts: number, random: number): number | null {
  return attempts >= MOST_ATTEMPTS ? null : waitAfter(attempts) * (0.75 + random / 2);
}
