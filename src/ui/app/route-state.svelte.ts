const JOB = /^#\/jobs\/([0-9a-f-]{36})(?:\?t=(\d+(?:\.\d+)?))?$/;

/** What the URL's fragment selects: one job, no job, or a page of its own. */
export class RouteState {
  jobId = $state<string | null>(jobOf(location.hash));
  /** Where in the recording, in seconds; null for its beginning. */
  time = $state<number | null>(timeOf(location.hash));
  page = $state<Page>(pageOf(location.hash));

  /** How often the address was changed by a link, by the Back key or by hand. */
  moves = $state(0);

  /** Whether the view remains although the address changes, such as by the Back key: it is asked before the view goes. */
  stays: () => boolean = () => false;
  #shown = location.hash;

  watch(signal: AbortSignal): void {
    const follow = () => {
      if (location.hash === this.#shown) return;
      // The address comes back behind the one that was asked for, as it was before a step back.
      if (this.stays())
        history.pushState(null, '', location.pathname + location.search + (this.#shown || '#/'));
      else {
        this.moves++;
        this.#read();
      }
    };
    globalThis.addEventListener('hashchange', follow, { signal });
  }

  /** Whether the recording that opens is to be played at once. */
  plays = false;

  openJob(id: string, plays = false): void {
    location.hash = RouteState.jobAddress(id);
    this.#read();
    this.plays = plays;
  }

  close(): void {
    location.hash = '#/';
    this.#read();
  }

  /** @param time in seconds */
  static jobAddress(id: string, time?: number): string {
    return `#/jobs/${id}${time === undefined ? '' : `?t=${time}`}`;
  }

  #read(): void {
    this.#shown = location.hash;
    this.plays = false;
    this.jobId = jobOf(location.hash);
    this.time = timeOf(location.hash);
    this.page = pageOf(location.hash);
  }
}

const PAGES = ['api', 'pool', 'live', 'captions'] as const;
type Page = (typeof PAGES)[number] | 'recordings';

/** `#/captions?size=48` has options. */
const pageOf = (hash: string): Page =>
  PAGES.find((page) => hash.split('?')[0] === `#/${page}`) ?? 'recordings';

const jobOf = (hash: string): string | null => JOB.exec(hash)?.[1] ?? null;

function timeOf(hash: string): number | null {
  const time = JOB.exec(hash)?.[2];
  return time === undefined ? null : Number(time);
}
