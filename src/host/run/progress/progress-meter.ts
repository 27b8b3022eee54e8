import type { JobStage } from '../../../contract/jobs/pre-recorded-job.ts';
import { RemainingTime } from './remaining-time.ts';

/** Progress of a job: `fraction` is 0 to 1 and never falls, `secondsLeft` is null until a rate is known. */
export interface Progress {
  stage: JobStage;
  fraction: number;
  secondsLeft: number | null;
}

/** What follows recognition. */
export interface LaterWork {
  /** Expected seconds to group the voices; 0 without diarization. */
  speakers: number;
  /** Expected seconds of each add-on run, by its key, in order. */
  addons: readonly { key: string; seconds: number }[];
}

/** Share of the bar that recognition may fill before the length of a recording is known. */
const SHARE_UNKNOWN = 0.9;
/** Seconds decoded without a window behind which this is no opening any more, but silence: windows are shorter. */
const SILENT_SECONDS = 60;
const NOTHING_LATER: LaterWork = { speakers: 0, addons: [] };

/**
 * Converts what a job has done into one progress for all of it: the time spent, of the time spent and the time left.
 * Windows finished before a resume count as done, but not as fast.
 */
export class ProgressMeter {
  #stage: JobStage = 'reading';
  #fraction = 0;
  #startPosition: number | null = null;
  #position = 0;
  #recognition: RemainingTime | null = null;
  #addonsDone = 0;
  #addonFraction = 0;
  #addonStartedAt = 0;
  #later: LaterWork = NOTHING_LATER;
  /** The fraction at which recognition ended. */
  #recognisedShare: number | null = null;

  /** `duration` in seconds; null if the container does not state it. */
  constructor(
    readonly duration: number | null,
    readonly now: () => number = () => performance.now(),
  ) {}

  /** What an earlier run of the job has reached: this one shows no less. */
  notBelow(fraction: number): void {
    this.#fraction = Math.max(this.#fraction, fraction);
  }

  /** What will follow recognition. */
  expect(later: LaterWork): void {
    this.#later = later;
  }

  /** Work starts at this position in seconds; only the first call counts. */
  begin(position: number): Progress {
    if (this.#startPosition === null) {
      this.#startPosition = position;
      this.#stage = 'listening';
      this.#recognition = new RemainingTime({ position, at: this.#seconds() });
    }
    return this.current();
  }

  /** The audio is processed up to this position in seconds, which can be far before any work starts: in silence. */
  at(position: number): Progress {
    this.#position = Math.max(this.#position, position);
    if (this.#stage === 'reading' && position > SILENT_SECONDS) this.#stage = 'listening';
    this.#recognition?.note(position, this.#seconds());
    return this.current();
  }

  /** All is recognised; voices are grouped. */
  speakers(): Progress {
    this.#stage = 'speakers';
    return this.current();
  }

  /** An add-on runs, and has done this share of its work (0 to 1). */
  addon(key: string, fraction: number): Progress {
    const { addons } = this.#later;
    const index = addons.findIndex((one, place) => place >= this.#addonsDone && one.key === key);
    if (this.#stage !== 'addons' || index > this.#addonsDone) {
      this.#addonsDone = Math.max(this.#addonsDone, index);
      this.#addonStartedAt = this.#seconds();
      this.#addonFraction = 0;
    }
    this.#stage = 'addons';
    this.#addonFraction = Math.max(this.#addonFraction, fraction);
    return this.current();
  }

  current(): Progress {
    const left = this.#secondsLeft();
    this.#fraction = Math.max(this.#fraction, this.#measured(left));
    return { stage: this.#stage, fraction: this.#fraction, secondsLeft: left };
  }

  #seconds(): number {
    return this.now() / 1000;
  }

  get #secondsLater(): number {
    return this.#later.speakers + this.#later.addons.reduce((sum, { seconds }) => sum + seconds, 0);
  }

  #secondsLeft(): number | null {
    switch (this.#stage) {
      case 'reading':
        return null;
      case 'listening': {
        if (this.duration === null) return null;
        const recognition = this.#recognition?.until(this.duration, this.#seconds()) ?? null;
        return recognition === null ? null : recognition + this.#secondsLater;
      }
      case 'speakers':
        return this.#secondsLater;
      case 'addons':
        return this.#secondsOfAddons();
    }
  }

  #secondsOfAddons(): number {
    const [current, ...rest] = this.#later.addons.slice(this.#addonsDone);
    const spent = this.#seconds() - this.#addonStartedAt;
    const own =
      this.#addonFraction > 0.1
        ? (spent * (1 - this.#addonFraction)) / this.#addonFraction
        : Math.max(0, (current?.seconds ?? 0) - spent);
    return own + rest.reduce((sum, { seconds }) => sum + seconds, 0);
  }

  /** The share of the whole work that is done; recognition's by audio, the rest by expected time. */
  #measured(left: number | null): number {
    const recognised =
      this.duration === null || this.duration <= 0 ? 0 : Math.min(1, this.#position / this.duration);
    if (this.#stage === 'reading') return 0;
    if (this.#stage === 'listening') {
      if (left === null) return recognised * SHARE_UNKNOWN;
      const recognition = Math.max(0, left - this.#secondsLater);
      const whole = recognised < 1 && recognised > 0 ? recognition / (1 - recognised) : recognition;
      return whole + this.#secondsLater > 0
        ? (recognised * whole) / (whole + this.#secondsLater)
        : recognised;
    }
    const later = this.#secondsLater;
    if (later <= 0 || left === null) return this.#fraction;
    // From where recognition ended to the end, by the time that is left.
    this.#recognisedShare ??= this.#fraction;
    const from = this.#recognisedShare;
    return from + (1 - from) * Math.max(0, 1 - left / later);
  }
}
