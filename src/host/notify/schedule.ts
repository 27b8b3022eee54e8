/** Seconds until the second attempt; each further wait doubles. */
const FIRST_WAIT = 5;
const LONGEST_WAIT = 3600;
const DAY = 24 * 3600;
/** No wait takes longer; in milliseconds. */
export const LONGEST_WAIT_MS = LONGEST_WAIT * 1250;

const waitAfter = (attempts: number) => Math.min(FIRST_WAIT * 2 ** (attempts - 1), LONGEST_WAIT);

/**
 * Maximum number of attempts, whose waits add up to a day. Attempts are counted rather than hours, so that a receiver
 * gets as many chances if the app was closed in between.
 */
export const MOST_ATTEMPTS = countAttempts();

function countAttempts(): number {
  let attempts = 1;
  for (let waited = 0; waited < DAY; waited += waitAfter(attempts++));
  return attempts;
}

/**
 * Seconds until the next attempt after this many failures; null if there is none. Waits vary by up to a quarter, so
 * that deliveries that failed together are not retried together. Back-off libraries keep the wait in memory; this one
 * must outlive the tab, so it is computed here and stored with the delivery.
 * @param random 0 to 1
 */
export function secondsUntilNext(attempts: number, random: number): number | null {
  return attempts >= MOST_ATTEMPTS ? null : waitAfter(attempts) * (0.75 + random / 2);
}
