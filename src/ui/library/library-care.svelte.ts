import { forgetPutBack, type PutBack, watchPutBack } from '../../client/library/put-back-library.ts';
import { declineBackup, isBackupDue } from '../../client/settings/backup-offer.ts';
import type { JobsState } from './jobs-state.svelte.ts';

/** Messages about the safety of the library. */
export class LibraryCare {
  /** What was put back after the browser had deleted the library, until it is dismissed. */
  putBack = $state.raw<PutBack | null>(null);
  offersBackup = $state(false);

  readonly #jobs: JobsState;

  constructor(jobs: JobsState) {
    this.#jobs = jobs;
  }

  async watch(signal: AbortSignal): Promise<void> {
    await watchPutBack((outcome) => {
      this.putBack = outcome;
      void this.#jobs.refresh();
    }, signal);
    const finished = this.#jobs.recordings.filter(({ status }) => status === 'done');
    this.offersBackup = await isBackupDue(finished.map(({ duration }) => duration));
  }

  async dismissPutBack(): Promise<void> {
    await forgetPutBack();
    this.putBack = null;
  }

  declineBackup(): void {
    declineBackup();
    this.offersBackup = false;
  }
}
