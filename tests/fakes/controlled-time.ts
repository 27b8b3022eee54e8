import type { Surroundings } from '../../src/host/notify/notify.ts';

/**
 * A realm's environment with a clock that a test controls; jitter is at its midpoint, and locks behave like Web
 * Locks.
 */
export class ControlledTime implements Surroundings {
  timeoutMs = 10_000;
  /** An hour ahead, so that everything dated by the real clock is due. */
  #now = Date.now() + 3_600_000;
  readonly #turns = new Map<string, Promise<void>>();

  now = () => this.#now;
  random = () => 0.5;

  forward(seconds: number): void {
    this.#now += seconds * 1000;
  }

  exclusive = (name: string, work: () => Promise<void>): Promise<void> => {
    const turn = (this.#turns.get(name) ?? Promise.resolve()).then(work);
    this.#turns.set(
      name,
      turn.catch(() => undefined),
    );
    return turn;
  };
}
