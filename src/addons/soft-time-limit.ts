import type { Transcription } from '../contract/transcripts/transcription-result.ts';
import type { TimeLimit } from './addon-schema.ts';

/** Reserve within an add-on's time limit for ending in order. */
const SHARE = 0.9;

/** Aborts shortly before the add-on's time limit would terminate its worker, so that finished work can be kept. */
export function softTimeLimit(
  { seconds, secondsPerMinute }: TimeLimit,
  { utterances }: Pick<Transcription, 'utterances'>,
): AbortSignal {
  const minutes = Math.max(0, ...utterances.slice(-2).map(({ end }) => end)) / 60;
  return AbortSignal.timeout(Math.round(1000 * SHARE * (seconds + minutes * secondsPerMinute)));
}
