export type ConfidenceLevel = 'sure' | 'unsure' | 'doubtful';

/** Where a word stands for the reader: from 0.8 on it is read as it is, below 0.5 it is more likely wrong than right. */
export function confidenceLevel(confidence: number): ConfidenceLevel {
  if (confidence >= 0.8) return 'sure';
  return confidence >= 0.5 ? 'unsure' : 'doubtful';
}
