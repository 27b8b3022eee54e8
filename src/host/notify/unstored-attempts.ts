import type { DeliveryRecord } from '../../storage/notifications/notification-records.ts';
import { noteAttempt } from '../../storage/notifications/outbox.ts';
import { LONGEST_WAIT_MS } from './schedule.ts';

type Outcome = (delivery: DeliveryRecord) => Partial<DeliveryRecord>;

interface Unstored {
  /** What storage said when the attempt was made; a delivery that says something else was changed since. */
  storedAs: string;
  attempts: number;
  /** Milliseconds since 1970: no attempt, and no further try to store this one, before then. */
  dueAt: number;
  /** Whether nothing is left to send. */
  isSettled: boolean;
  outcome: Outcome;
}

const stateOf = ({ attempts, next_attempt_at }: DeliveryRecord) => `${attempts} ${next_attempt_at}`;

/** Attempts of this realm that a full disk did not store: every delivery would otherwise be sent again at once. */
export class UnstoredAttempts {
  readonly #unstored = new Map<string, Unstored>();

  /** Attempts made so far. */
  attemptsOf(delivery: DeliveryRecord): number {
    return this.#of(delivery)?.attempts ?? delivery.attempts;
  }

  /** When to work on the delivery next, in milliseconds since 1970: at once if it is due later than any wait, since the clock was put back. */
  dueAtOf(delivery: DeliveryRecord, now: number): number {
    const dueAt = this.#of(delivery)?.dueAt ?? Date.parse(delivery.next_attempt_at);
    return dueAt > now + LONGEST_WAIT_MS ? now : dueAt;
  }

  /** Whether the delivery arrived, or was given up, and only that has to be stored. */
  isSettled(delivery: DeliveryRecord): boolean {
    return this.#of(delivery)?.isSettled ?? false;
  }

  /** Stores the outcome of an attempt, or keeps it in memory. */
  async store(delivery: DeliveryRecord, unstored: Omit<Unstored, 'storedAs'>): Promise<void> {
    // Before the write, which may take long: another look at the delivery must already see it.
    this.#unstored.set(delivery.id, { ...unstored, storedAs: stateOf(delivery) });
    try {
      await noteAttempt(delivery.sequence, unstored.outcome);
      this.#unstored.delete(delivery.id);
    } catch (error) {
      console.warn('The outcome of a delivery could not be stored; it is kept in memory.', error);
    }
  }

  /** Tries once more to store the outcome of a settled delivery. */
  async storeAgain(delivery: DeliveryRecord, dueAt: number): Promise<void> {
    const known = this.#of(delivery);
    if (known) await this.store(delivery, { ...known, dueAt });
  }

  #of(delivery: DeliveryRecord): Unstored | null {
    const known = this.#unstored.get(delivery.id);
    if (!known) return null;
    if (known.storedAs === stateOf(delivery)) return known;
    this.#unstored.delete(delivery.id);
    return null;
  }
}
