import type { JobSummary } from '../../client/jobs/job-summary.ts';

const TITLE = 'Earshot';
const STORED = 'earshot-keep-awake';

/** What the tab's title says: progress of the running job, or that something has ended while nobody looked. */
export function titleOf(
  jobs: readonly Pick<JobSummary, 'status' | 'progress' | 'name'>[],
  ended: number,
): string {
  const running = jobs.find(({ status }) => status === 'processing');
  if (running) return `${Math.floor(running.progress * 100)}% · ${running.name} · ${TITLE}`;
  return ended > 0 ? `✓ ${ended} ready · ${TITLE}` : TITLE;
}

/** The tab's title, the installed app's badge, and the screen that remains on. */
export class Presence {
  keepAwake = $state(localStorage.getItem(STORED) === 'yes');
  /** Jobs that ended while the page was hidden. */
  #ended = $state(0);
  #lock: WakeLockSentinel | null = null;

  watch(signal: AbortSignal): void {
    document.addEventListener(
      'visibilitychange',
      () => {
        if (document.visibilityState === 'visible') this.#ended = 0;
      },
      { signal },
    );
    signal.addEventListener('abort', () => void this.#lock?.release());
  }

  setKeepAwake(on: boolean): void {
    this.keepAwake = on;
    localStorage.setItem(STORED, on ? 'yes' : 'no');
  }

  /** A job has ended. */
  note(): void {
    if (document.visibilityState === 'hidden') this.#ended++;
  }

  /** Follows the jobs; call in an effect. */
  show(jobs: readonly JobSummary[]): void {
    document.title = titleOf(jobs, this.#ended);
    const isBusy = jobs.some(({ status }) => status === 'processing');
    const open = jobs.filter(
      ({ status, paused }) => status === 'processing' || (status === 'queued' && !paused),
    );
    const badge = isBusy ? open.length : this.#ended;
    const change = badge > 0 ? navigator.setAppBadge?.(badge) : navigator.clearAppBadge?.();
    change?.catch((error: unknown) => console.info(String(error)));
    void this.#hold(isBusy && this.keepAwake && document.visibilityState === 'visible');
  }

  async #hold(wanted: boolean): Promise<void> {
    if (!wanted) {
      await this.#lock?.release();
      this.#lock = null;
      return;
    }
    if (this.#lock && !this.#lock.released) return;
    try {
      this.#lock = (await navigator.wakeLock?.request('screen')) ?? null;
    } catch (error) {
      // Where the battery is low, the browser refuses.
      console.info(String(error));
    }
  }
}
