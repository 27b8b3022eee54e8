/** Progress of a job: `fraction` 0 to 1, `secondsLeft` null until a rate is known. */
export interface Progress {
  fraction: number;
  secondsLeft: number | null;
}

/** Audio that must have been worked on before a rate means something, in seconds. */
const MINIMUM_SAMPLE_SECONDS = 5;

/**
 * Turns positions in the audio into progress. The time left follows the rate since this run began, so that a resumed
 * job is not judged by windows that were finished before.
 */
export class ProgressMeter {
  #startPosition: number | null = null;
  #startedAt = 0;

  /** `duration` in seconds, null where the container does not tell. */
  constructor(
    readonly duration: number | null,
    readonly now: () => number = () => performance.now(),
  ) {}

  /** Work begins at this position of the audio, in seconds; only the first call counts. */
  begin(position: number): void {
    if (this.#startPosition !== null) return;
    this.#startPosition = position;
    this.#startedAt = this.now();
  }

  /** The audio is finished up to this position, in seconds. */
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
