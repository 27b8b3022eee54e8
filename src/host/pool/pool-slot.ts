import { onChannelMessage } from '../../contract/realms/channel.ts';
import { HAS_POOL } from '../../contract/realms/has-pool.ts';
import type { TakenJob } from '../../realms/pool/shared/api.ts';
import type { JobRecord, PoolSettings } from '../../storage/database/records.ts';
import { getSettings } from '../../storage/settings/settings-store.ts';
import type { PoolLink } from './pool-link.ts';

/** The place of a pool in the host: empty, with nothing loaded, until somebody sets one up. */
export class PoolSlot {
  #link: PoolLink | null = null;
  #life = new AbortController();
  #settings = 'null';
  #ready: Promise<void>;

  constructor(
    private readonly ring: () => void,
    private readonly signal: AbortSignal,
  ) {
    onChannelMessage(({ type }) => {
      if (type === 'settings-changed') this.#ready = this.#renew().catch(console.warn);
    }, signal);
    signal.addEventListener('abort', () => this.#life.abort());
    this.#ready = this.#renew().catch(console.warn);
  }

  get link(): PoolLink | null {
    return this.#link;
  }

  async keeps(job: JobRecord, isBusy: boolean): Promise<boolean> {
    // Otherwise a job of the pool would begin here before the pool is asked.
    await this.#ready;
    return (await this.#link?.keeps(job, isBusy)) ?? false;
  }

  async take(): Promise<TakenJob | null> {
    return (await this.#link?.take()) ?? null;
  }

  async #renew(): Promise<void> {
    const { pool, no_network: isOff } = await getSettings();
    const wanted: PoolSettings | null = isOff || !HAS_POOL ? null : pool;
    const text = JSON.stringify(wanted);
    if (text === this.#settings || this.signal.aborted) return;
    this.#settings = text;
    this.#life.abort();
    this.#life = new AbortController();
    this.#link = null;
    if (!wanted) return this.ring();
    const life = this.#life.signal;
    const { PoolLink: Link } = await import('./pool-link.ts');
    if (!life.aborted) this.#link = new Link(wanted, this.ring, life);
  }
}
