import type { JobRecord } from '../../../storage/database/records.ts';
import { announceJob } from '../../job-events.ts';
import { notePace } from '../addons/addon-pace.ts';
import type { Progress, ProgressMeter } from './progress-meter.ts';

/** At most four progress messages per second. */
const ANNOUNCE_INTERVAL_MS = 250;

/** Reports progress often enough to look alive, but no more often; a new stage at once. */
export class ProgressAnnouncer {
  latest: Progress;
  #meter: ProgressMeter | null = null;
  #addon: { key: string; startedAt: number } | null = null;
  #announcedAt = Number.NEGATIVE_INFINITY;

  constructor(readonly job: JobRecord) {
    this.latest = { stage: 'reading', fraction: job.progress, secondsLeft: null };
  }

  /** Announces at once what the job does. */
  start(): void {
    this.#announce();
  }

  /** The recording is open. */
  follow(meter: ProgressMeter): void {
    meter.notBelow(this.job.progress);
    this.#meter = meter;
  }

  update(progress: Progress): void {
    const isNew = progress.stage !== this.latest.stage;
    this.latest = progress;
    if (isNew || performance.now() - this.#announcedAt >= ANNOUNCE_INTERVAL_MS) this.#announce();
  }

  /** An add-on has done this share of its work. */
  addon(key: string, fraction: number): void {
    const now = performance.now();
    if (this.#addon?.key !== key) {
      if (this.#addon) this.#notePace(now);
      this.#addon = { key, startedAt: now };
    }
    if (fraction === 1) this.#notePace(now);
    if (this.#meter) this.update(this.#meter.addon(key, fraction));
  }

  #notePace(now: number): void {
    const duration = this.#meter?.duration;
    if (this.#addon && duration) notePace(this.#addon.key, (now - this.#addon.startedAt) / 1000, duration);
  }

  #announce(): void {
    this.#announcedAt = performance.now();
    const { stage, fraction, secondsLeft } = this.latest;
    announceJob({ ...this.job, stage, progress: fraction, seconds_left: secondsLeft });
  }
}
