import type { TrackChoice } from './audio-track.ts';

/** A track that can be decoded. */
export interface Candidate {
  /** Its place among the file's audio tracks, from 1. */
  number: number;
  /** Whether the file marks it as played by default. */
  isPreferred: boolean;
  /** According to the file; null if it does not say. */
  seconds: number | null;
}

/** A track that lasts for less than this share of the longest one is a jingle, or a start that was broken off. */
const WHOLE_SHARE = 0.9;

/**
 * Chooses the track with the number `asked`, or the tracks that a player prefers: first those that the file
 * prefers, then those that last to its end, in the order of the file.
 */
export function chooseTrack<T extends Candidate>(
  candidates: readonly T[],
  count: number,
  asked?: number,
): { chosen: T; choice: TrackChoice | null } {
  const longest = Math.max(...candidates.map(({ seconds }) => seconds ?? 0));
  const rank = ({ isPreferred, seconds }: Candidate): number =>
    (isPreferred ? 0 : 2) + (seconds === null || seconds >= longest * WHOLE_SHARE ? 0 : 1);
  const ordered = candidates.toSorted((one, other) => rank(one) - rank(other));
  const chosen = ordered.find(({ number }) => number === asked) ?? ordered[0];
  if (!chosen) throw new Error('There is no track to choose.');
  const order = ordered.map(({ number }) => number);
  return { chosen, choice: count > 1 ? { number: chosen.number, order, count } : null };
}
