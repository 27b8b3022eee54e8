/** Progress of a job: `fraction` is 0 to 1, `secondsLeft` is null until a rate is known. */
export interface Progress {
  fraction: number;
  secondsLeft: number | null;
}

/** Seconds of audio that must be processed before the rate is meaningful. */
const MINIMUM_SAMPLE_SECONDS = 5;

/**
 * Converts positions in the audio into progress. The remaining time follows the rate since this run began, so that
 * windows finished before a resume do not distort it.
 */
export class ProgressMeter {
  #startPosition: number | null = null;
  #startedAt = 0;

  /** `duration` in seconds; null if the container does not state it. */
  constructor(
    readonly duration: number | null,
    readonly now: () => number = () => performance.now(),
  ) {}

  /** Work starts at this position in seconds; only the first call counts. */
  begin(position: number): void {
    if (this.#startPosition !== null) return;
    this.#startPosition = position;
    this.#startedAt = this.now();
  }

  /** The audio is processed up to this position in seconds. */
  at(position: number): Progress {
    const duration = this.duration;
    if (duration === null || duration <= 0) return { fraction: 0, secondsLeft: null };
    const fraction = Math.min(1, position / duration);
    const done = this.#startPosition === null ? 0 : position - this.#startPosition;
    if (done < MINIMUM_SAMPLE_SECONDS) return { fraction, secondsLeft: null };
    const elapsed = (this.now() - this.#startedAt) / 1000;
    return { fraction, secondsLeft: Math.max(0, (duration - position) * (elapsed / done)) };
  }
}
