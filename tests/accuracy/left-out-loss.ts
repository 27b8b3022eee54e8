import {
  type Calibration,
  calibrated,
  fitCalibration,
  UNCALIBRATED,
} from '../../src/engine/asr/fusion/calibration.ts';

export interface JudgedWord {
  confidence: number;
  right: boolean;
}

/** Mean log loss of confidences: calibrated on all other clips, and uncalibrated. Lower is better. */
export interface LeftOutLoss {
  fitted: number;
  asTheyAre: number;
}

/** Whether a calibration would help with clips it was not fitted on: leaves each clip out once. */
export function leftOutLoss(clips: readonly (readonly JudgedWord[])[]): LeftOutLoss {
  const words = clips.reduce((sum, clip) => sum + clip.length, 0);
  const mean = (calibrationWithout: (index: number) => Calibration) =>
    clips.reduce((sum, clip, index) => sum + logLoss(clip, calibrationWithout(index)), 0) / words;
  return {
    fitted: mean((index) => fitCalibration(clips.flatMap((clip, other) => (other === index ? [] : clip)))),
    asTheyAre: mean(() => UNCALIBRATED),
  };
}

function logLoss(words: readonly JudgedWord[], calibration: Calibration): number {
  return words.reduce((sum, { confidence, right }) => {
    const chance = calibrated(confidence, calibration);
    return sum - Math.log(right ? chance : 1 - chance);
  }, 0);
}
