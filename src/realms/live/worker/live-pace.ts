import type { LiveRoom } from '../../../engine/asr/live-recogniser.ts';
import type { LiveUpdate } from '../shared/api.ts';

type Pace = Extract<LiveUpdate, { type: 'pace' }>['pace'];

/** Sound that had queued up, above which recognition does not follow with the usual steps, nor with longer ones; seconds. */
const LATE: Record<Pace, number> = { full: 2, 'longer-steps': 5, sentences: Number.POSITIVE_INFINITY };
const SLOWER: Record<Pace, Pace> = {
  full: 'longer-steps',
  'longer-steps': 'sentences',
  sentences: 'sentences',
};
const FASTER: Record<Pace, Pace> = { sentences: 'longer-steps', 'longer-steps': 'full', full: 'full' };
/** New speech that is recognised at once, seconds. */
const LONGER_STEP = 3;
/** The load is that of the last seconds of sound; below this share of them there is room for shorter steps. */
const LOAD_SECONDS = 20;
const LIGHT_LOAD = 0.35;
/** Below this share there is room for more work on each step, which adds up to a half; above the second one there is none any more. */
const ROOMY_LOAD = 0.45;
const FULL_LOAD = 0.7;

/**
 * Decides how long the steps are. Sound that comes while the recogniser works waits and is recognised in one go, so steps grow by
 * themselves; where they grow too long, fewer of them save work.
 */
export class LivePace {
  #pace: Pace = 'full';
  #lag = 0;
  /** Seconds of sound and of work since the pace was last decided. */
  #received = 0;
  #worked = 0;
  #hasTime = false;

  /** @param shortest seconds of new speech for which recognition is worth its cost */
  constructor(private readonly shortest: number) {}

  get step(): number {
    if (this.#pace === 'full') return this.shortest;
    return this.#pace === 'longer-steps' ? Math.max(LONGER_STEP, this.shortest) : Number.POSITIVE_INFINITY;
  }

  /** What the device has time for beside the steps. */
  get room(): LiveRoom {
    if (this.#pace !== 'full') return 'none';
    return this.#hasTime ? 'much' : 'some';
  }

  get update(): Extract<LiveUpdate, { type: 'pace' }> {
    return { type: 'pace', pace: this.#pace, lagSeconds: this.#lag };
  }

  /**
   * Notes a push; returns whether the pace has changed.
   *
   * @param sound seconds that had queued up until it
   * @param work seconds that it took
   */
  note(sound: number, work: number): boolean {
    this.#lag = work;
    this.#received += sound;
    this.#worked += work;
    if (work > LATE[this.#pace]) return this.#change(SLOWER[this.#pace]);
    if (this.#received < LOAD_SECONDS) return false;
    const load = this.#worked / this.#received;
    [this.#received, this.#worked] = [0, 0];
    this.#hasTime = load < (this.#hasTime ? FULL_LOAD : ROOMY_LOAD);
    return load < LIGHT_LOAD && this.#change(FASTER[this.#pace]);
  }

  #change(pace: Pace): boolean {
    const changed = pace !== this.#pace;
    if (pace !== 'full') this.#hasTime = false;
    this.#pace = pace;
    [this.#received, this.#worked] = [0, 0];
    return changed;
  }
}
