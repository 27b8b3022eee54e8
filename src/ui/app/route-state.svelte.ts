const JOB = /^#\/jobs\/([0-9a-f-]{36})$/;

/** What the URL's fragment selects: one job, no job or the API reference. */
export class RouteState {
  jobId = $state<string | null>(jobOf(location.hash));
  page = $state<'recordings' | 'api'>(pageOf(location.hash));

  watch(signal: AbortSignal): void {
    globalThis.addEventListener('hashchange', () => this.#read(), { signal });
  }

  openJob(id: string): void {
    location.hash = RouteState.jobAddress(id);
    this.#read();
  }

  close(): void {
    location.hash = '#/';
    this.#read();
  }

  static jobAddress(id: string): string {
    return `#/jobs/${id}`;
  }

  #read(): void {
    this.jobId = jobOf(location.hash);
    this.page = pageOf(location.hash);
  }
}

const pageOf = (hash: string) => (hash === '#/api' ? 'api' : 'recordings');

const jobOf = (hash: string): string | null => JOB.exec(hash)?.[1] ?? null;
