/**
 * Maps a recogniser's confidence to the probability that the word is correct: a line in log-odds (Platt, 1999).
 */
export interface Calibration {
  slope: number;
  offset: number;
}

/** A confidence used as it is. */
export const UNCALIBRATED: Calibration = { slope: 1, offset: 0 };

/** Clamp: confidences nearer to 0 or 1 carry no more information. */
const EDGE = 0.005;

const bounded = (value: number): number =>
  Number.isFinite(value) ? Math.min(Math.max(value, EDGE), 1 - EDGE) : EDGE;

const logOdds = (probability: number): number => Math.log(probability / (1 - probability));

/** @param confidence 0 to 1, from the recogniser */
export function calibrated(confidence: number, { slope, offset }: Calibration): number {
  return bounded(1 / (1 + Math.exp(-(slope * logOdds(bounded(confidence)) + offset))));
}
