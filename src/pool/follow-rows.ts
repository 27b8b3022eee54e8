import type { KV, KvWatchEntry } from '@nats-io/kv';
import type { QueuedIterator } from '@nats-io/nats-core';
import { waitFor } from '../lib/wait-for.ts';
import { keysOf } from './keys-of.ts';
import type { Kept, SealedRows } from './sealed-bucket.ts';

const RETRY_MS = 2_000;

/**
 * A copy of a bucket's rows that follows the bucket, through reconnections too. Rows that this team's key does not open
 * are left out. What it says may be late by a moment: ownership is decided by revisions alone.
 */
export class FollowedRows<Row> {
  readonly rows = new Map<string, Kept<Row>>();
  #watch: QueuedIterator<KvWatchEntry> | null = null;
  #stopped = false;

  constructor(
    private readonly bucket: KV,
    private readonly kind: string,
    private readonly sealed: SealedRows<Row>,
    private readonly onChange: (id: string, kept: Kept<Row> | null) => void,
  ) {}

  /** Resolves once the rows that exist are read. */
  async start(): Promise<void> {
    const watch = await this.#open();
    void this.#keepFollowing(watch);
  }

  stop(): void {
    this.#stopped = true;
    this.#watch?.stop();
  }

  async #open(): Promise<QueuedIterator<KvWatchEntry>> {
    const keys = await keysOf(this.bucket, `${this.kind}.>`);
    const there = new Set(keys.map((key) => key.slice(this.kind.length + 1)));
    for (const id of [...this.rows.keys()]) if (!there.has(id)) this.#note(id, null);
    const watch = await this.bucket.watch({ key: `${this.kind}.>` });
    this.#watch = watch;
    return watch;
  }

  async #keepFollowing(first: QueuedIterator<KvWatchEntry>): Promise<void> {
    for (let watch: QueuedIterator<KvWatchEntry> | null = first; !this.#stopped; ) {
      if (watch) await this.#follow(watch).catch(console.warn);
      if (this.#stopped) return;
      await waitFor(RETRY_MS);
      watch = await this.#open().catch(() => null);
    }
  }

  async #follow(watch: QueuedIterator<KvWatchEntry>): Promise<void> {
    for await (const entry of watch) {
      const id = entry.key.slice(this.kind.length + 1);
      if ((this.rows.get(id)?.revision ?? 0) >= entry.revision) continue;
      try {
        this.#note(id, await this.sealed.opened(entry));
      } catch {
        // Of another team's key, or damaged: not ours to read.
      }
    }
  }

  #note(id: string, kept: Kept<Row> | null): void {
    if (kept) this.rows.set(id, kept);
    else this.rows.delete(id);
    this.onChange(id, kept);
  }
}
