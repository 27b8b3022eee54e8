import type { Transcription } from '../contract/transcription-result.ts';
import type { TimeLimit } from './addon.ts';

/** What is left of an add-on's time limit is enough to end in order. */
const SHARE = 0.9;

/** Aborts a little before an add-on of this time limit is stopped with its worker: what is done by then can be kept. */
export function workUntil(
  { seconds, secondsPerMinute }: TimeLimit,
  { utterances }: Pick<Transcription, 'utterances'>,
): AbortSignal {
  const minutes = Math.max(0, ...utterances.slice(-2).map(({ end }) => end)) / 60;
  return AbortSignal.timeout(Math.round(1000 * SHARE * (seconds + minutes * secondsPerMinute)));
}
