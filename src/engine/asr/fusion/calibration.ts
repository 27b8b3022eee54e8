/**
 * Maps a recogniser's confidence to the probability that the word is correct: a line in log-odds (Platt, 1999).
 * Fitted by `npm run accuracy` on recordings with known text.
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

/** Fits the line to words known to be correct or wrong, by gradient descent on their log loss. */
export function fitCalibration(words: readonly { confidence: number; right: boolean }[]): Calibration {
  let { slope, offset } = UNCALIBRATED;
  if (words.length === 0) return { slope, offset };
  for (let round = 0; round < 2_000; round += 1) {
    let slopeGradient = 0;
    let offsetGradient = 0;
    for (const { confidence, right } of words) {
      const error = calibrated(confidence, { slope, offset }) - (right ? 1 : 0);
      slopeGradient += error * logOdds(bounded(confidence));
      offsetGradient += error;
    }
    slope -= (0.5 * slopeGradient) / words.length;
    offset -= (0.5 * offsetGradient) / words.length;
  }
  return { slope, offset };
}
