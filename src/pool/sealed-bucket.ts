import type { KV, KvEntry } from '@nats-io/kv';
import type { z } from '../lib/zod.ts';
import { jsonBytes, jsonOf } from './bytes.ts';
import { isWrongRevision } from './pool-failure.ts';
import { open, seal } from './team-keys.ts';
import { Unreadable } from './unreadable.ts';

export interface Kept<Row> {
  row: Row;
  revision: number;
  /** Milliseconds since 1970 by the broker's clock. */
  written: number;
}

/** Rows of one kind in a bucket, sealed by the team's key for the place where they are. */
export class SealedRows<Row> {
  constructor(
    private readonly bucket: KV,
    /** `job` for keys `job.<id>`. */
    private readonly kind: string,
    private readonly shape: z.ZodType<Row>,
    private readonly key: CryptoKey,
  ) {}

  #keyOf = (id: string) => `${this.kind}.${id}`;

  /** The row; null if there is none. Throws Unreadable for one that this member cannot read. */
  async read(id: string): Promise<Kept<Row> | null> {
    const entry = await this.bucket.get(this.#keyOf(id));
    return entry && this.opened(entry);
  }

  /** Opens an entry of this bucket; null for one that was deleted. Throws Unreadable. */
  async opened(entry: KvEntry): Promise<Kept<Row> | null> {
    if (entry.operation !== 'PUT') return null;
    const place = { revision: entry.revision, written: entry.created.getTime() };
    const subject = `The row ${entry.key} of the pool`;
    let value: unknown;
    try {
      value = jsonOf(await open(this.key, entry.value, entry.key));
    } catch (cause) {
      throw new Unreadable('damaged', `${subject} is damaged.`, place, { cause });
    }
    // Its writer has the phrase, so it is no damage.
    const parsed = this.shape.safeParse(value);
    if (parsed.success) return { row: parsed.data, ...place };
    throw new Unreadable('version', `${subject} was written by another version of the app.`, place, {
      cause: parsed.error,
    });
  }

  /**
   * Writes the row if nobody has since this revision (0: it must not exist): the new revision, or null if somebody did.
   */
  async write(id: string, row: Row, revision: number): Promise<number | null> {
    return (await this.prepare(id, row, revision))();
  }

  /**
   * Seals a row for the same write, which sends it before it returns: who is about to be ended has no time to seal.
   */
  async prepare(id: string, row: Row, revision: number): Promise<() => Promise<number | null>> {
    const key = this.#keyOf(id);
    const sealed = await seal(this.key, jsonBytes(this.shape.parse(row)), key);
    return async () => {
      try {
        return revision === 0
          ? await this.bucket.create(key, sealed)
          : await this.bucket.update(key, sealed, revision);
      } catch (error) {
        if (isWrongRevision(error)) return null;
        throw error;
      }
    };
  }

  /** Writes the row whatever it was. */
  async put(id: string, row: Row): Promise<number> {
    const key = this.#keyOf(id);
    return this.bucket.put(key, await seal(this.key, jsonBytes(this.shape.parse(row)), key));
  }

  async remove(id: string): Promise<void> {
    await this.bucket.purge(this.#keyOf(id));
  }
}
