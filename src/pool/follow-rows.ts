import type { KV, KvWatchEntry } from '@nats-io/kv';
import type { QueuedIterator } from '@nats-io/nats-core';
import { waitFor } from '../lib/wait-for.ts';
import { keysOf } from './keys-of.ts';
import type { Kept, SealedRows } from './sealed-bucket.ts';
import { orUnreadable, Unreadable } from './unreadable.ts';

const RETRY_MS = 2_000;

/** A row whose key was listed may be purged before it is read, and then nothing comes of it. */
const READ_MS = 5_000;

/**
 * A copy of a bucket's rows that follows the bucket, through reconnections too. Rows that this member cannot
 * read are apart. What it says may be late by a moment: ownership is decided by revisions alone.
 */
export class FollowedRows<Row> {
  readonly rows = new Map<string, Kept<Row>>();
  readonly unreadable = new Map<string, Unreadable>();
  #watch: QueuedIterator<KvWatchEntry> | null = null;
  #stopped = false;
  /** Keys that were listed, of rows that are not read yet. */
  readonly #unread = new Set<string>();
  #allRead: () => void = () => undefined;

  constructor(
    private readonly bucket: KV,
    private readonly kind: string,
    private readonly sealed: SealedRows<Row>,
    /** Gets null for a row that was removed, or can no longer be read. */
    private readonly onChange: (id: string, kept: Kept<Row> | null) => void,
  ) {}

  /** Resolves once the rows that exist are read. */
  async start(): Promise<void> {
    const watch = await this.#open();
    const read = new Promise<void>((resolve) => {
      this.#allRead = resolve;
    });
    void this.#keepFollowing(watch);
    if (this.#unread.size > 0) await Promise.race([read, waitFor(READ_MS)]);
  }

  stop(): void {
    this.#stopped = true;
    this.#watch?.stop();
  }

  async #open(): Promise<QueuedIterator<KvWatchEntry>> {
    const keys = await keysOf(this.bucket, `${this.kind}.>`);
    const there = new Set(keys.map((key) => key.slice(this.kind.length + 1)));
    for (const id of [...this.rows.keys(), ...this.unreadable.keys()])
      if (!there.has(id)) this.#note(id, null);
    this.#unread.clear();
    for (const id of there) this.#unread.add(id);
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
      const known = this.rows.get(id) ?? this.unreadable.get(id);
      if (!known || known.revision < entry.revision)
        this.#note(id, await orUnreadable(this.sealed.opened(entry)));
      this.#unread.delete(id);
      if (this.#unread.size === 0) this.#allRead();
    }
  }

  #note(id: string, found: Kept<Row> | Unreadable | null): void {
    const kept = found instanceof Unreadable ? null : found;
    if (kept) this.rows.set(id, kept);
    else this.rows.delete(id);
    if (found instanceof Unreadable) this.unreadable.set(id, found);
    else this.unreadable.delete(id);
    this.onChange(id, kept);
  }
}
