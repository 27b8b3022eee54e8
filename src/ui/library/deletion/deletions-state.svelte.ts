import type { ApiClient } from '../../../client/api/api-client.ts';
import { retryRateLimited } from '../../../client/api/retry-rate-limited.ts';
import type { LibraryClient } from '../../../client/library/library-client.ts';
import { UNDO_MS } from '../../../contract/transcripts/library-entry.ts';
import { isGone } from '../../../lib/errors/errors.ts';

/** Timers are not exact. */
const SLACK_MS = 500;

/** Recordings that were deleted together. */
interface Deletion {
  ids: readonly string[];
  /** What was deleted: a sentence. */
  what: string;
}

/** Deletions that can still be undone. */
export class DeletionsState {
  items = $state.raw<Deletion[]>([]);
  readonly #api: ApiClient;
  readonly #library: LibraryClient;
  readonly #timers = new Map<Deletion, ReturnType<typeof setTimeout>>();

  constructor(api: ApiClient, library: LibraryClient) {
    this.#api = api;
    this.#library = library;
  }

  /** Finishes what closed tabs left, and everything when this page is left, until the signal aborts. */
  async watch(signal: AbortSignal): Promise<void> {
    globalThis.addEventListener('pagehide', () => this.finishAll(), { signal });
    const before = await this.#library.listHidden();
    const timer = setTimeout(() => void this.#finishHidden(before).catch(console.error), UNDO_MS + SLACK_MS);
    signal.addEventListener('abort', () => clearTimeout(timer));
  }

  /** Deletes what is hidden still: no tab can undo it any more. The clock says nothing about that, because it may be wrong. */
  async #finishHidden(before: ReadonlyMap<string, string>): Promise<void> {
    const now = await this.#library.listHidden();
    await this.#delete([...now].flatMap(([id, at]) => (before.get(id) === at ? [id] : [])));
  }

  /** @param others what goes with them, such as other runs of the same recordings */
  async add(
    jobs: readonly { id: string; name: string }[],
    others: readonly { id: string }[] = [],
  ): Promise<Deletion> {
    const ids = [...jobs, ...others].map(({ id }) => id);
    const [first] = jobs;
    const what =
      jobs.length === 1 && first ? `${first.name} was deleted.` : `${jobs.length} recordings were deleted.`;
    const deletion = { ids, what };
    await this.#library.hide(ids);
    this.items = [...this.items, deletion];
    this.#timers.set(
      deletion,
      setTimeout(() => void this.finish(deletion).catch(console.error), UNDO_MS),
    );
    return deletion;
  }

  async undo(deletion: Deletion): Promise<void> {
    if (this.#take(deletion)) await this.#library.restore(deletion.ids);
  }

  /** Deletes for good. */
  async finish(deletion: Deletion): Promise<void> {
    if (this.#take(deletion)) await this.#delete(deletion.ids);
  }

  finishAll(): void {
    for (const deletion of this.items) this.finish(deletion).catch(console.error);
  }

  /** False if it was undone or finished before. */
  #take(deletion: Deletion): boolean {
    clearTimeout(this.#timers.get(deletion));
    this.items = this.items.filter((other) => other !== deletion);
    return this.#timers.delete(deletion);
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
