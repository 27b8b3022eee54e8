import { type AppError, toAppError } from '../../lib/errors/errors.ts';
import { longerWait } from '../../lib/longer-wait.ts';
import {
  type ArrivalRecord,
  appendToArrival,
  isArrivalStored,
  newArrival,
} from '../../storage/recordings/arrival-store.ts';
import { bytesOfBlob, type HeldArrival, removeArrival, takeArrivalLock } from './arrivals.ts';

/** Pieces written at a time, where many waited. */
const WRITTEN_AT_ONCE = 60;

/** Piece by piece; what has no room waits in memory. If this page ends, the lock lets the next one offer what is stored. */
export class RecordingWriter {
  #record: ArrivalRecord;
  #unsaved: Blob[] = [];
  /** Without it, no later piece can be read. */
  #first: Blob | null = null;
  #seconds = 0;
  #release: () => void = () => undefined;
  #work: Promise<void>;
  #waitMs = 0;
  #nextTry = 0;
  readonly #onFault: (fault: AppError | null, isDeleted: boolean) => void;

  /** @param onFault called at once when something cannot be stored, and with null when all is stored again */
  constructor(filename: string, type: string, onFault: (fault: AppError | null, isDeleted: boolean) => void) {
    this.#record = newArrival('recorded', { filename, type });
    this.#onFault = onFault;
    // Before the first piece: what is in storage without its lock counts as left by a page that is gone.
    this.#work = takeArrivalLock(this.#record.id).then((release) => {
      this.#release = release ?? this.#release;
    });
  }

  /** @param seconds recorded so far */
  add(piece: Blob, seconds: number): void {
    if (piece.size === 0) return;
    this.#first ??= piece;
    this.#unsaved.push(piece);
    this.#seconds = seconds;
    this.#work = this.#work.then(() => (performance.now() < this.#nextTry ? undefined : this.#flush()));
  }

  /** After the last piece. What is held then can be submitted, left to be offered, or removed. */
  async end(): Promise<HeldArrival> {
    this.#work = this.#work.then(() => this.#flush());
    await this.#work;
    return { record: this.#record, unsaved: this.#unsaved, release: this.#release };
  }

  async discard(): Promise<void> {
    await this.#work;
    await removeArrival({ record: this.#record, unsaved: [], release: this.#release });
  }

  async #flush(): Promise<void> {
    try {
      while (this.#unsaved.length > 0) {
        const pieces = await Promise.all(this.#unsaved.slice(0, WRITTEN_AT_ONCE).map(bytesOfBlob));
        this.#record = await appendToArrival(this.#record, pieces, this.#seconds);
        this.#unsaved = this.#unsaved.slice(pieces.length);
      }
      if (this.#waitMs > 0) this.#onFault(null, false);
      this.#waitMs = 0;
      this.#nextTry = 0;
    } catch (error) {
      this.#waitMs = longerWait(this.#waitMs);
      this.#nextTry = performance.now() + this.#waitMs;
      const fault = toAppError(error);
      this.#onFault(fault, false);
      if (await this.#beginAnewIfDeleted()) this.#onFault(fault, true);
    }
  }

  /** The site's data may be deleted meanwhile: what is said from then on is stored, behind the beginning. */
  async #beginAnewIfDeleted(): Promise<boolean> {
    const { id, pieces } = this.#record;
    if (pieces === 0 || !this.#first || (await isArrivalStored(id).catch(() => true))) return false;
    this.#record = { ...this.#record, bytes: 0, pieces: 0 };
    this.#unsaved = [this.#first, ...this.#unsaved];
    return true;
  }
}
