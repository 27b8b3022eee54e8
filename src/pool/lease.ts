import type { LeaseRow } from './rows.ts';
import type { Kept, SealedRows } from './sealed-bucket.ts';
import { orUnreadable, Unreadable } from './unreadable.ts';

/** Who asks for a lease. */
export interface Claimant {
  id: string;
  name: string;
}

/** The right to work on a job, for as long as its row's revision is known. */
export class Lease {
  #last: Promise<unknown> = Promise.resolve();
  /** Gives this revision back; null while another one is on its way, or before it is sealed. */
  #letGo: (() => Promise<number | null>) | null = null;
  #isReleased = false;

  private constructor(
    private readonly leases: SealedRows<LeaseRow>,
    readonly job: string,
    private row: LeaseRow,
    private revision: number,
  ) {}

  /**
   * Takes the lease of a job; null if somebody else has it.
   *
   * @param before its row, if there is one; one that cannot be read may be a newer version's, and ends as others do
   * @param epoch of the job's last known owner
   * @param isOver whether another owner's lease has ended
   */
  static async take(
    leases: SealedRows<LeaseRow>,
    job: string,
    claimant: Claimant,
    {
      before,
      epoch,
      isOver,
    }: {
      before: Kept<LeaseRow> | Unreadable | null;
      epoch: number;
      isOver: (before: Kept<LeaseRow> | Unreadable) => boolean;
    },
  ): Promise<Lease | null> {
    const last = before instanceof Unreadable ? null : (before?.row ?? null);
    if (before && !isOver(before)) return null;
    const row: LeaseRow = {
      owner: claimant.id,
      ownerName: claimant.name,
      epoch: Math.max(last?.epoch ?? 0, epoch) + 1,
      released: false,
      // Who said nothing at its end may have been killed by the recording.
      attempts: last ? last.attempts + (last.released ? 0 : 1) : 0,
      furthest: last?.furthest ?? 0,
      progress: last?.progress ?? 0,
    };
    const revision = await leases.write(job, row, before?.revision ?? 0);
    if (revision === null) return null;
    const lease = new Lease(leases, job, row, revision);
    void lease.#prepareRelease();
    return lease;
  }

  get epoch(): number {
    return this.row.epoch;
  }

  get attempts(): number {
    return this.row.attempts;
  }

  /** Renews the lease; false if it was lost, and then it remains lost. Renewals of one lease run one after the other. */
  renew(
    changes: Partial<Pick<LeaseRow, 'progress' | 'furthest' | 'attempts' | 'released'>> = {},
  ): Promise<boolean> {
    const renewed = this.#last.then(() => this.#renewNow(changes));
    this.#last = renewed.catch(() => undefined);
    return renewed;
  }

  async #renewNow(changes: Partial<LeaseRow>): Promise<boolean> {
    // It would be ours again: the row still names this owner.
    if (this.#isReleased && !changes.released) return false;
    const row = { ...this.row, ...changes };
    this.#letGo = null;
    let revision = await this.leases.write(this.job, row, this.revision);
    if (revision === null) {
      const now = await orUnreadable(this.leases.read(this.job));
      if (now instanceof Unreadable || now?.row.epoch !== row.epoch || now.row.owner !== row.owner)
        return false;
      // Ours all the same: the answer to an earlier renewal was lost.
      revision = await this.leases.write(this.job, row, now.revision);
      if (revision === null) return false;
    }
    this.row = row;
    this.revision = revision;
    void this.#prepareRelease();
    return true;
  }

  async #prepareRelease(): Promise<void> {
    const { revision } = this;
    const letGo = await this.leases.prepare(this.job, { ...this.row, released: true }, revision);
    if (revision === this.revision) this.#letGo = letGo;
  }

  /** Gives the lease back, so that the next owner need not wait. Mostly sent before it returns: see `prepare`. */
  async release(): Promise<boolean> {
    this.#isReleased = true;
    const sent = this.#letGo?.().catch(() => null);
    this.#letGo = null;
    return (sent !== undefined && (await sent) !== null) || this.renew({ released: true });
  }

  /** More windows than any owner before: not a job that kills its members. */
  async noteWindow(count: number): Promise<boolean> {
    return count <= this.row.furthest ? true : this.renew({ furthest: count, attempts: 0 });
  }
}
