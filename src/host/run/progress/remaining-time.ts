/** Audio in seconds after which the warm-up of models and graphs is left out of the rate. */
const WARM_UP_SECONDS = 20;
/** A beginning this much slower than the rest was a warm-up. */
const WARM_UP_FACTOR = 1.5;
/** Audio in seconds over which the recent rate is taken. */
const RECENT_SECONDS = 240;
/** Seconds of audio that must be processed before a rate is meaningful. */
const MINIMUM_SAMPLE_SECONDS = 5;

interface Sample {
  /** Seconds of audio that are done. */
  position: number;
  /** Seconds of any clock. */
  at: number;
}

/**
 * How long the rest of a recording takes, from how long its parts took: the mean of the rate since the warm-up and of the
 * recent rate, so that neither a pause nor a device that becomes slow misleads it for long.
 */
export class RemainingTime {
  readonly #samples: Sample[] = [];

  /** @param begin where the work starts; windows finished before a resume do not count */
  constructor(begin: Sample) {
    this.#samples.push(begin);
  }

  /** The audio is done up to this position. */
  note(position: number, at: number): void {
    const last = this.#samples.at(-1);
    if (!last || position > last.position) this.#samples.push({ position, at });
  }

  /** Seconds until `end` (seconds of audio) is reached; null until a rate is known. */
  until(end: number, now: number): number | null {
    const last = this.#samples.at(-1);
    const first = this.#samples[0];
    if (!last || !first || last.position - first.position < MINIMUM_SAMPLE_SECONDS) return null;
    const warm = this.#samples.find(({ position }) => position - first.position >= WARM_UP_SECONDS) ?? first;
    const isWarmer =
      last.position - warm.position >= MINIMUM_SAMPLE_SECONDS &&
      rateOf(first, warm) > WARM_UP_FACTOR * rateOf(warm, last);
    const from = isWarmer ? warm : first;
    const recent =
      this.#samples.findLast(({ position }) => last.position - position >= RECENT_SECONDS) ?? from;
    const rate = (rateOf(from, last) + rateOf(recent.position > from.position ? recent : from, last)) / 2;
    // What is being worked on has had its time since the last sample.
    return Math.max(0, (end - last.position) * rate - (now - last.at));
  }
}

/** Seconds of work for a second of audio. */
const rateOf = (from: Sample, to: Sample): number => (to.at - from.at) / (to.position - from.position);
