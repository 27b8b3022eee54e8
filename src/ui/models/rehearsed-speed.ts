import type { ModelPurpose, Rehearsed } from '../../client/models/listed-model.ts';
import { formatDuration } from '../parts/format-duration.ts';
import { formatSpeed } from '../parts/format-speed.ts';

const SECONDS_PER_MINUTE = 60;
/** Of 100 tokens. */
const WORDS = 75;

/** What a rehearsal on two cores promises of a model, in a sentence. */
export function rehearsedSpeed({ seconds, per, summarySeconds }: Rehearsed, purpose: ModelPurpose): string {
  if (summarySeconds !== undefined)
    return `On two processor cores it summarises ten minutes in about ${formatSpeed(summarySeconds / SECONDS_PER_MINUTE)} minutes.`;
  switch (per) {
    case 'minute of speech':
      return purpose === 'speakers'
        ? `Beside recognition, on two processor cores, it takes about ${formatDuration(seconds)} for a minute of speech.`
        : `On two processor cores it takes about ${formatDuration(seconds)} for a minute of speech.`;
    case '100 tokens':
      return `On two processor cores it writes about ${formatSpeed(WORDS / seconds)} words per second.`;
    case '1,000 words':
      return `On two processor cores it reads about ${formatSpeed(1000 / seconds)} words per second.`;
    case 'recording':
      return `On two processor cores it finds the language in about ${formatSpeed(seconds)} s.`;
  }
}
