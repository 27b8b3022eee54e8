import type { KV } from '@nats-io/kv';
import { gunzip, gzip } from '../lib/bytes/gzip.ts';
import { jsonBytes, jsonOf } from './bytes.ts';
import { keysOf } from './keys-of.ts';
import { isWrongRevision } from './pool-failure.ts';
import { type JobKeys, open, seal } from './team-keys.ts';

/** A finished window, as any owner stored it. */
export interface StoredWindow {
  index: number;
  value: unknown;
}

/** The finished windows of a job, as one of its owners reads and keeps them. */
export class WindowStore {
  readonly #revisions = new Map<number, number>();

  constructor(
    private readonly bucket: KV,
    private readonly job: string,
    private readonly keys: JobKeys,
    private readonly epoch: number,
  ) {}

  /** Those of earlier owners, by index. What cannot be read is done again. */
  async readAll(): Promise<StoredWindow[]> {
    const found: StoredWindow[] = [];
    for (const key of await keysOf(this.bucket, `${this.job}.*`)) {
      const entry = await this.bucket.get(key);
      if (entry?.operation !== 'PUT') continue;
      const index = Number(key.slice(this.job.length + 1));
      this.#revisions.set(index, entry.revision);
      const stored = await this.#opened(entry.value, key);
      if (stored) found.push({ index, value: stored.value });
      else console.warn(`Window ${index} of a pool job cannot be read.`);
    }
    return found.sort((a, b) => a.index - b.index);
  }

  /** False if a later owner has written it. */
  async keep(index: number, value: unknown): Promise<boolean> {
    const key = `${this.job}.${index}`;
    const sealed = await seal(this.keys.pieces, await gzip(jsonBytes({ epoch: this.epoch, value })), key);
    const write = async (revision: number) => {
      const written =
        revision === 0
          ? await this.bucket.create(key, sealed)
          : await this.bucket.update(key, sealed, revision);
      this.#revisions.set(index, written);
    };
    try {
      await write(this.#revisions.get(index) ?? 0);
    } catch (error) {
      if (!isWrongRevision(error)) throw error;
      const now = await this.bucket.get(key);
      // One that cannot be read is replaced: whether this owner still has the job is for its lease to say.
      const stored = now?.operation === 'PUT' ? await this.#opened(now.value, key) : null;
      if (stored && stored.epoch > this.epoch) return false;
      if (now) await write(now.revision);
    }
    return true;
  }

  /** Null for what cannot be read. */
  async #opened(sealed: Uint8Array, key: string): Promise<{ epoch: number; value: unknown } | null> {
    try {
      const stored = jsonOf(await gunzip(await open(this.keys.pieces, sealed, key)));
      return isStored(stored) ? stored : null;
    } catch {
      return null;
    }
  }
}

const isStored = (stored: unknown): stored is { epoch: number; value: unknown } =>
  typeof stored === 'object' &&
  stored !== null &&
  'epoch' in stored &&
  typeof stored.epoch === 'number' &&
  'value' in stored;
