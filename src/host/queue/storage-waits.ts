/** After the first failure, which may pass; each further wait doubles. */
const FIRST_WAIT_MS = 15_000;
const LONGEST_WAIT_MS = 10 * 60_000;

/** Milliseconds to wait after so many failures in a row, from 1 on. */
export const growingWait = (failures: number): number =>
  Math.min(FIRST_WAIT_MS * 2 ** (failures - 1), LONGEST_WAIT_MS);

interface Wait {
  failures: number;
  /** Milliseconds of the clock given. */
  until: number;
}

/**
 * Jobs that could not write, and when each may try again: after a while, or as soon as something was deleted. Kept in
 * memory, because what cannot be written cannot be written down either; a new host simply tries.
 */
export class StorageWaits {
  readonly #waits = new Map<string, Wait>();

  /** @param now milliseconds, monotonic */
  constructor(private readonly now: () => number = () => performance.now()) {}

  /** Makes a job wait. */
  add(id: string): void {
    const failures = (this.#waits.get(id)?.failures ?? 0) + 1;
    this.#waits.set(id, { failures, until: this.now() + growingWait(failures) });
  }

  /** Whether the job must still wait. */
  has(id: string): boolean {
    const wait = this.#waits.get(id);
    return wait !== undefined && this.now() < wait.until;
  }

  /** Forgets a job that went on or ended. */
  delete(id: string): void {
    this.#waits.delete(id);
  }

  /** Something was deleted: all may try at once. */
  hurry(): void {
    for (const wait of this.#waits.values()) wait.until = this.now();
  }
}
