import type { ApiClient } from '../../../client/api/api-client.ts';
import { retryRateLimited } from '../../../client/api/retry-rate-limited.ts';
import { watchJobs } from '../../../client/jobs/watch-jobs.ts';
import type { HiddenJob, LibraryClient } from '../../../client/library/library-client.ts';
import { UNDO_MS } from '../../../contract/transcripts/library-entry.ts';
import { coalesceCalls } from '../../../lib/coalesce-calls.ts';
import { isGone } from '../../../lib/errors/errors.ts';

/** Recordings that were deleted together, in this tab or another one. */
interface Deletion {
  /** What the clock said then, which may be wrong: it is a name, and no time limit. */
  at: string;
  /** What was deleted: a sentence. */
  what: string;
}

/** Deletions that can still be undone: whatever is hidden, so that they outlive a reload and can be undone in each tab. */
export class DeletionsState {
  items = $state.raw<Deletion[]>([]);
  readonly #api: ApiClient;
  readonly #library: LibraryClient;
  /** When each deletion that this tab has seen is finished. */
  readonly #timers = new Map<string, ReturnType<typeof setTimeout>>();
  /** Deletions that this tab makes now. */
  readonly #finishing = new Set<string>();

  constructor(api: ApiClient, library: LibraryClient) {
    this.#api = api;
    this.#library = library;
  }

  /** Shows what other tabs delete, and what tabs that are gone have left, until the signal aborts. */
  async watch(signal: AbortSignal): Promise<void> {
    watchJobs(({ type }) => {
      const mayRestore = type === 'job-changed' && this.items.length > 0;
      if (mayRestore || type === 'job-deleted' || type === 'missed') this.#read().catch(console.error);
    }, signal);
    signal.addEventListener('abort', () => {
      for (const timer of this.#timers.values()) clearTimeout(timer);
    });
    await this.#read();
  }

  readonly #read = coalesceCalls(async () => {
    const deletions = new Map<string, HiddenJob[]>();
    for (const job of await this.#library.listHidden()) {
      deletions.set(job.at, [...(deletions.get(job.at) ?? []), job]);
    }
    for (const [at, timer] of this.#timers) {
      if (deletions.has(at)) continue;
      clearTimeout(timer);
      this.#timers.delete(at);
    }
    for (const at of deletions.keys()) {
      if (this.#timers.has(at)) continue;
      this.#timers.set(
        at,
        setTimeout(() => void this.finish(at).catch(console.error), UNDO_MS),
      );
    }
    this.items = Array.from(deletions, ([at, jobs]) => ({ at, what: whatOf(jobs) }))
      .filter(({ at }) => !this.#finishing.has(at))
      .toSorted((one, other) => (one.at < other.at ? -1 : 1));
  });

  /** Hides jobs, which are deleted unless that is undone; returns what was deleted. */
  async add(ids: readonly string[]): Promise<string> {
    const at = await this.#library.hide(ids);
    await this.#read();
    return this.items.find((deletion) => deletion.at === at)?.what ?? '';
  }

  /** Brings the jobs back, and returns which; nothing if they are gone. */
  async undo(at: string): Promise<string> {
    const back = await navigator.locks.request(lockOf(at), async () => {
      const hidden = await this.#hiddenAt(at);
      await this.#library.restore(hidden.map(({ id }) => id));
      return hidden;
    });
    await this.#read();
    return back.length > 0 ? backOf(back) : '';
  }

  /** Deletes for good, unless another tab does, or somebody undoes it at this moment. */
  async finish(at: string): Promise<void> {
    this.#finishing.add(at);
    this.items = this.items.filter((deletion) => deletion.at !== at);
    try {
      await navigator.locks.request(lockOf(at), { ifAvailable: true }, async (lock) => {
        if (lock) await this.#delete((await this.#hiddenAt(at)).map(({ id }) => id));
      });
    } finally {
      this.#finishing.delete(at);
      await this.#read();
    }
  }

  async #hiddenAt(at: string): Promise<HiddenJob[]> {
    return (await this.#library.listHidden()).filter((job) => job.at === at);
  }

  async #delete(ids: readonly string[]): Promise<void> {
    for (const id of ids) {
      try {
        await retryRateLimited(() => this.#api.deleteJob(id));
      } catch (error) {
        if (!isGone(error)) throw error;
      }
    }
  }
}

/** Held while a deletion is undone or finished. */
const lockOf = (at: string) => `earshot-deletion-${at}`;

/** Other runs go with their recordings, and are not counted. */
function recordingsOf(jobs: readonly HiddenJob[]): HiddenJob[] {
  const ids = new Set(jobs.map(({ id }) => id));
  return jobs.filter(({ repeats }) => repeats === null || !ids.has(repeats));
}

function backOf(jobs: readonly HiddenJob[]): string {
  const recordings = recordingsOf(jobs);
  const [first] = recordings;
  return recordings.length === 1 && first
    ? `${first.name} is back.`
    : `${recordings.length} recordings are back.`;
}

function whatOf(jobs: readonly HiddenJob[]): string {
  const recordings = recordingsOf(jobs);
  const [first] = recordings;
  return recordings.length === 1 && first
    ? `${first.name} was deleted.`
    : `${recordings.length} recordings were deleted.`;
}
