import { concatenateBytes } from '../../lib/bytes/concatenate.ts';
import { type AppError, toAppError } from '../../lib/errors/errors.ts';
import { longerWait } from '../../lib/longer-wait.ts';
import {
  type ArrivalRecord,
  appendToArrival,
  isArrivalStored,
} from '../../storage/recordings/arrival-store.ts';
import { type SoundFormat, WAV_HEADER_BYTES, wavHeader } from './sound-format.ts';

/** Bytes that came in one frame, from the beginning of the session. */
export interface FrameRange {
  from: number;
  to: number;
}

interface Listener {
  /** The bytes of a frame are on the disk. */
  onStored(range: FrameRange): void;
  /** What may be recognised, in order: it is stored, or found no room and is kept in memory. */
  onSound(bytes: Uint8Array): void;
  /** Called at once when something cannot be stored, and with null when all is stored again. */
  onFault(fault: AppError | null): void;
}

/** How much sound is written at once, and the longest that it waits for more; each second is stored long before it is over. */
const WRITTEN_SECONDS = 0.2;
const WRITTEN_MS = 200;

/**
 * Stores a session's sound as an arrival while it comes: a WAVE file without an end. Nothing is acknowledged or recognised before it is
 * stored, unless there is no room: then the rest remains in memory and is stored as soon as there is.
 */
export class SoundKeeper {
  record: ArrivalRecord;
  readonly #format: SoundFormat;
  readonly #listener: Listener;
  #unsaved: Uint8Array<ArrayBuffer>[] = [];
  #unsavedBytes = 0;
  /** How many of these bytes were given to recognition because there was no room. */
  #passedOn = 0;
  #frames: FrameRange[] = [];
  #received: number;
  #stored: number;
  /** How many of the stored bytes the browser deleted. */
  #deleted = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #work: Promise<void> = Promise.resolve();
  #waitMs = 0;
  #nextTry = 0;

  constructor(record: ArrivalRecord, format: SoundFormat, listener: Listener) {
    this.record = record;
    this.#format = format;
    this.#listener = listener;
    this.#stored = Math.max(0, record.bytes - WAV_HEADER_BYTES);
    this.#received = this.#stored;
  }

  /** Bytes of sound that came so far, and that are on the disk. */
  get received(): number {
    return this.#received;
  }

  get stored(): number {
    return this.#stored;
  }

  get seconds(): number {
    return this.#received / this.#format.bytesPerSecond;
  }

  /** @param from byte of the session at which the frame begins: what came before already is not taken twice */
  add(bytes: Uint8Array<ArrayBuffer>, from = this.#received): void {
    this.#frames.push({ from, to: from + bytes.length });
    const fresh = bytes.subarray(Math.min(bytes.length, this.#received - from));
    if (fresh.length > 0) {
      this.#unsaved.push(fresh);
      this.#unsavedBytes += fresh.length;
      this.#received += fresh.length;
    } else this.#acknowledge();
    if (this.#unsavedBytes >= WRITTEN_SECONDS * this.#format.bytesPerSecond) this.#write();
    else this.#timer ??= setTimeout(() => this.#write(), WRITTEN_MS);
  }

  /** Stores all that came. Rejects with AppError if there is still no room. */
  async flush(): Promise<void> {
    this.#nextTry = 0;
    this.#write();
    await this.#work;
    if (this.#fault) throw this.#fault;
  }

  #fault: AppError | null = null;

  #write(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#work = this.#work.then(async () => {
      if (performance.now() >= this.#nextTry) await this.#append();
    });
  }

  async #append(): Promise<void> {
    const pieces = this.#unsaved;
    if (pieces.length === 0) return;
    const [bytes, passedOn] = [this.#unsavedBytes, this.#passedOn];
    this.#unsaved = [];
    const sound = concatenateBytes(pieces);
    const header = this.record.pieces === 0 ? [wavHeader(this.#format, null)] : [];
    try {
      const seconds = (this.#stored - this.#deleted + bytes) / this.#format.bytesPerSecond;
      this.record = await appendToArrival(this.record, [...header, sound], seconds);
      this.#stored += bytes;
      this.#unsavedBytes -= bytes;
      this.#passedOn = 0;
      if (this.#fault) this.#listener.onFault(null);
      this.#fault = null;
      this.#waitMs = 0;
      this.#nextTry = 0;
      this.#acknowledge();
    } catch (error) {
      this.#unsaved = [sound, ...this.#unsaved];
      this.#passedOn = bytes;
      this.#waitMs = longerWait(this.#waitMs);
      this.#nextTry = performance.now() + this.#waitMs;
      const before = this.#fault?.code;
      this.#fault = toAppError(error);
      // That the browser deleted the rest may follow a full disk.
      if (this.#fault.code !== before) this.#listener.onFault(this.#fault);
      await this.#beginAnewIfDeleted();
    }
    if (bytes > passedOn) this.#listener.onSound(sound.subarray(passedOn));
  }

  /** A browser whose disk is full may delete the site's data: what came since is stored, from its first whole frame on. */
  async #beginAnewIfDeleted(): Promise<void> {
    const { id, pieces } = this.record;
    if (pieces === 0 || (await isArrivalStored(id).catch(() => true))) return;
    const [sound, ...later] = this.#unsaved;
    const { frameBytes } = this.#format;
    const cut = (frameBytes - (this.#stored % frameBytes)) % frameBytes;
    if (!sound || sound.length < cut) return;
    this.#unsaved = [sound.subarray(cut), ...later];
    this.#unsavedBytes -= cut;
    this.#passedOn -= cut;
    this.#stored += cut;
    this.#deleted = this.#stored;
    this.record = { ...this.record, bytes: 0, pieces: 0 };
  }

  #acknowledge(): void {
    for (let [first] = this.#frames; first && first.to <= this.#stored; [first] = this.#frames) {
      this.#frames.shift();
      this.#listener.onStored(first);
    }
  }
}
