/** Seconds until the second attempt; each further wait is twice as long. */
const FIRST_WAIT = 5;
const LONGEST_WAIT = 3600;
const DAY = 24 * 3600;

const waitAfter = (attempts: number) => Math.min(FIRST_WAIT * 2 ** (attempts - 1), LONGEST_WAIT);

/**
 * How often a delivery is tried: the waits between so many attempts make a day. Attempts are counted and not hours, so that
 * a receiver has as many chances where the app was closed meanwhile.
 */
export const MOST_ATTEMPTS = countAttempts();

function countAttempts(): number {
  let attempts = 1;
  for (let waited = 0; waited < DAY; waited += waitAfter(attempts++));
  return attempts;
}

/**
 * Seconds until the next try after so many failed attempts; null when there is none. Waits differ by up to a quarter, so
 * that those who failed together do not come back together. Back-off libraries keep such a wait in memory; this one must
 * outlive the tab, so it is only computed here and stored with the delivery.
 * @param random 0 to 1
 */
export function secondsUntilNext(attempts: number, random: number): number | null {
  return attempts >= MOST_ATTEMPTS ? null : waitAfter(attempts) * (0.75 + random / 2);
}
