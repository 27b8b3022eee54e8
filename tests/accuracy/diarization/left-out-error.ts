import { type DiarizationErrors, diarizationErrorRate, sumDiarizationErrors } from '../diarization-error.ts';

/** A recording's errors with each of some settings, in the same order for all recordings. */
export interface TriedRecording {
  /** The part that it is counted in. */
  kind: string;
  /** Who speaks in it: recordings with a voice in common are left out together. */
  voices: readonly string[];
  bySetting: readonly DiarizationErrors[];
}

/** The setting that is best for all recordings, and the one for each recording that is best for those without its voices. */
export interface LeftOutChoice {
  fitted: number;
  leftOut: number[];
}

/**
 * Chooses settings by leaving each recording out in turn. The best setting has the lowest mean of the error rates of the parts, so
 * that long recordings of one part do not outvote the others; of equal ones the nearest to the present one wins.
 *
 * @param present index of the setting in use
 */
export function chooseLeavingOut(recordings: readonly TriedRecording[], present: number): LeftOutChoice {
  return {
    fitted: bestOf(recordings, present),
    leftOut: recordings.map(({ voices }) =>
      bestOf(
        recordings.filter((other) => !other.voices.some((voice) => voices.includes(voice))),
        present,
      ),
    ),
  };
}

function bestOf(recordings: readonly TriedRecording[], present: number): number {
  const settings = recordings[0]?.bySetting.length ?? 0;
  const rates = Array.from({ length: settings }, (_, setting) => meanRate(recordings, setting));
  const least = Math.min(...rates);
  const best = rates.flatMap((rate, setting) => (rate === least ? [setting] : []));
  return best.toSorted((a, b) => Math.abs(a - present) - Math.abs(b - present))[0] ?? present;
}

function meanRate(recordings: readonly TriedRecording[], setting: number): number {
  const kinds = [...new Set(recordings.map(({ kind }) => kind))];
  const rates = kinds.map((kind) =>
    diarizationErrorRate(
      sumDiarizationErrors(
        recordings.flatMap((recording) =>
          recording.kind === kind ? (recording.bySetting[setting] ?? []) : [],
        ),
      ),
    ),
  );
  return rates.reduce((sum, rate) => sum + rate, 0) / Math.max(1, rates.length);
}
