export type ConfidenceLevel = 'sure' | 'unsure' | 'doubtful';

/** How to read a word: from 0.8 on as it is; below 0.5 it is more likely wrong than right. */
export function confidenceLevel(confidence: number): ConfidenceLevel {
  if (confidence >= 0.8) return 'sure';
  return confidence >= 0.5 ? 'unsure' : 'doubtful';
}
