import { UNSURE } from '../../../document/words/unsure-words.ts';

export type ConfidenceLevel = 'sure' | 'unsure' | 'doubtful';

/** How to read a word. Of those below 0.5, two in three are wrong (docs/accuracy.md). */
export function confidenceLevel(confidence: number): ConfidenceLevel {
  if (confidence >= UNSURE) return 'sure';
  return confidence >= 0.5 ? 'unsure' : 'doubtful';
}
