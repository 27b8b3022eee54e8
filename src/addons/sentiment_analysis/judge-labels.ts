import type { Label } from '../../language/text/text-models.ts';
import { type Emotion, emotionOf, POLARITY, type Sentiment } from './emotions.ts';

export interface Judgement {
  sentiment: Sentiment;
  emotion: Emotion;
}

/** Labels with at least this probability count besides the likeliest. */
const LEAST_CHANCE = 0.5;

/**
 * The likeliest emotion, and the sentiment of all likely ones; positive and negative ones are mixed. Best label first.
 */
export function judgeLabels(labels: readonly Label[]): Judgement {
  const likely = labels.filter(({ score }, index) => index === 0 || score >= LEAST_CHANCE);
  const emotions = likely.map(({ label }) => emotionOf(label));
  const felt = emotions.filter((emotion) => emotion !== 'unknown');
  const emotion = felt.find((one) => one !== 'neutral') ?? felt[0] ?? 'unknown';
  if (felt.length === 0) return { sentiment: 'unknown', emotion };
  const kinds = new Set(felt.map((one) => POLARITY[one]));
  const [positive, negative] = [kinds.has('positive'), kinds.has('negative')];
  if (positive && negative) return { sentiment: 'mixed', emotion };
  return { sentiment: positive ? 'positive' : negative ? 'negative' : 'neutral', emotion };
}
