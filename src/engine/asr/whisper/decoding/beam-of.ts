import type { Quality } from '../../../../contract/jobs/quality.ts';
import type { LoadedWhisper } from '../loaded-whisper.ts';
import type { Beam } from './choose-decoding.ts';

/** The reference implementation follows five: on 682 words, five make 79 errors and eight 73, for a few hundredths more time. */
const CAREFUL_WIDTH = 8;

/**
 * Without `careful`, the likeliest tokens are taken where they are likely. Below this mean, and where one token is
 * doubtful, a second hypothesis is followed, which costs more than the first. Chosen on the development corpus
 * (docs/journal.md).
 */
const FAST: Beam = {
  width: 2,
  below: -0.3,
  tokenBelow: 0.4,
  onImpossible: (cause) => console.error(cause),
};

/** What is followed besides the likeliest tokens; undefined for the miniature, whose likeliest texts are no better. */
export function beamOf(
  { shortAudio }: LoadedWhisper,
  quality: Quality | undefined,
  onImpossible: () => void,
): Beam | undefined {
  if (quality !== 'careful') return shortAudio === 'never' ? undefined : FAST;
  return {
    width: CAREFUL_WIDTH,
    onImpossible: (cause) => {
      console.error(cause);
      onImpossible();
    },
  };
}
