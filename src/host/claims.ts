import { newId } from '../lib/ids.ts';

/** In local storage, because only that can be written while a page is being closed. */
const KEY = 'earshot-ended-claims';
const MOST_REMEMBERED = 50;

const held = new Set<string>();

/** A name for one run of a job, held until it is ended. */
export function takeClaim(): string {
  const claim = newId();
  held.add(claim);
  return claim;
}

/** Ends a run whose outcome is stored, or whose job is gone. */
export function dropClaim(claim: string): void {
  held.delete(claim);
}

/** Remembers, also while the page is being closed, that runs of this tab ended in good order without a result. */
export function endClaims(claims: readonly string[] = [...held]): void {
  for (const claim of claims) held.delete(claim);
  if (claims.length === 0) return;
  const ended = [...endedClaims(), ...claims].slice(-MOST_REMEMBERED);
  try {
    globalThis.localStorage?.setItem(KEY, JSON.stringify(ended));
  } catch (error) {
    // Full, or forbidden in this frame: the run counts as one that crashed.
    console.warn(error);
  }
}

/** Whether a run ended in good order, in whichever tab. */
export const endedInOrder = (claim: string): boolean => endedClaims().includes(claim);

function endedClaims(): string[] {
  try {
    const stored: unknown = JSON.parse(globalThis.localStorage?.getItem(KEY) ?? '[]');
    return Array.isArray(stored) ? stored.filter((claim) => typeof claim === 'string') : [];
  } catch (error) {
    console.warn(error);
    return [];
  }
}
