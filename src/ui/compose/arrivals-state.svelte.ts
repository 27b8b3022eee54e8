import type { Arrival, HeldArrival } from '../../client/recordings/arrivals.ts';
import {
  MOST_SHARED_BYTES,
  MOST_SHARED_FILES,
  SHARE_REFUSED,
  type ShareRefusal,
  shareRefusal,
} from '../../contract/errors/share-refusal.ts';
import { formatBytes } from '../parts/format-bytes.ts';

/** Reads storage, which the first view does without. */
const arrivalsClient = () => import('../../client/recordings/arrivals.ts');

/** What waits for an answer: recordings whose tab ended, and files that another app shared. */
export class ArrivalsState {
  items = $state.raw<readonly Arrival[]>([]);
  readonly recorded = $derived(this.items.filter(({ kind }) => kind === 'recorded'));
  readonly shared = $derived(this.items.filter(({ kind }) => kind === 'shared'));
  /** Those of them that have something in them. */
  readonly sharedSound = $derived(this.shared.filter(({ bytes }) => bytes > 0));
  /** Those that a tab has, which is waited for. */
  readonly #held = new Set<string>();
  #signal = AbortSignal.abort();
  readonly #submit: (held: readonly HeldArrival[]) => void;

  constructor(submit: (held: readonly HeldArrival[]) => void) {
    this.#submit = submit;
  }

  /** Keeps the list right until the signal aborts; resolves when it was read once. */
  async watch(signal: AbortSignal): Promise<void> {
    this.#signal = signal;
    const { watchArrivals } = await arrivalsClient();
    watchArrivals(() => void this.refresh().catch(console.error), signal);
    await this.refresh();
  }

  async refresh(): Promise<void> {
    const { listWaiting } = await arrivalsClient();
    const { waiting, held } = await listWaiting();
    this.items = waiting;
    for (const { id } of held) void this.#waitFor(id);
  }

  /** Only its lock shows that a tab has ended. */
  async #waitFor(id: string): Promise<void> {
    if (this.#held.has(id)) return;
    this.#held.add(id);
    try {
      const { untilReleased } = await arrivalsClient();
      await untilReleased(id, this.#signal);
    } catch {
      return;
    } finally {
      this.#held.delete(id);
    }
    await this.refresh().catch(console.error);
  }

  async transcribe(arrivals: readonly Arrival[]): Promise<void> {
    const { holdArrivals } = await arrivalsClient();
    try {
      this.#submit(await holdArrivals(arrivals));
    } finally {
      await this.refresh();
    }
  }

  async remove(arrivals: readonly Arrival[]): Promise<void> {
    const { holdArrivals, removeArrival } = await arrivalsClient();
    try {
      for (const held of await holdArrivals(arrivals)) await removeArrival(held);
    } finally {
      await this.refresh();
    }
  }

  /** It as a file, to be played or saved. */
  async file(arrival: Arrival): Promise<File> {
    const { readArrivalFile } = await arrivalsClient();
    return readArrivalFile(arrival);
  }

  /** Why the service worker took none of the files that were shared, once; null if it did. */
  takeRefusal(): string | null {
    const { search, pathname, hash } = location;
    const reason = new URLSearchParams(search).get(SHARE_REFUSED);
    if (reason === null) return null;
    history.replaceState(null, '', pathname + hash);
    const { data } = shareRefusal.safeParse(reason);
    return data ? textOf(data) : null;
  }
}

function textOf(refusal: ShareRefusal): string {
  switch (refusal) {
    case 'too-many':
      return `Nothing was added: at most ${MOST_SHARED_FILES} shared files wait at a time. Transcribe or discard those that wait, or share fewer.`;
    case 'too-large':
      return `Nothing was added: shared files have at most ${formatBytes(MOST_SHARED_BYTES)} together. Choose the files here instead.`;
    case 'no-room':
      return 'Nothing was added: there is not enough storage. Delete recordings or models, then share the files again.';
    case 'unreadable':
      return 'Nothing was added: no recording could be read from what was shared. Choose the files here instead.';
  }
}
