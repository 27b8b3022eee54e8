import type { ByteSource } from '../lib/bytes/byte-source.ts';
import { msg } from '../lib/errors/msg.ts';
import { damaged } from './media-errors.ts';
import { OtherWork } from './other-work.ts';

/** Bytes read at once for sequential access … */
const READ_AHEAD_BYTES = 256 * 1024;
/** … and after a jump, which often needs only a few bytes. */
const JUMP_BYTES = 4 * 1024;

/** Work is counted in units of about half a microsecond: one for a call, one for each 256 bytes returned … */
const BYTES_PER_UNIT = 256;
/** … and this many for going to the source. */
const UNITS_PER_SOURCE_READ = 64;
/** What opening a file may cost: the search of an intact file costs a fraction of it. */
const OPENING_UNITS = { least: 100_000, perByte: 1 / 4, most: 8_000_000 };
const UNITS_PER_LOOK = 2_000;

/** Random access to a source's bytes with a single buffer, whatever the source's size. */
export class ByteReader {
  #start = 0;
  #bytes = new Uint8Array(0);
  #unitsLeft = Number.POSITIVE_INFINITY;
  #unitsToLook = UNITS_PER_LOOK;
  #others = new OtherWork();

  /** @param readAheadBytes bytes read at once for sequential access */
  constructor(
    readonly source: ByteSource,
    private readonly readAheadBytes = READ_AHEAD_BYTES,
  ) {}

  get size(): number {
    return this.source.size;
  }

  /**
   * Runs `open` with a limit on the bytes and the calls it may use, by the size of the source, so that a damaged file
   * cannot be searched without end. Above the limit, `read` throws 422. Other work gets its turn while `open` runs.
   */
  async whileOpening<T>(open: () => Promise<T>): Promise<T> {
    const { least, perByte, most } = OPENING_UNITS;
    this.#unitsLeft = Math.min(most, least + this.size * perByte);
    this.#others = new OtherWork();
    try {
      return await open();
    } finally {
      this.#unitsLeft = Number.POSITIVE_INFINITY;
    }
  }

  /** Bytes from `start`; fewer than `length` at the end of the source. The view is valid until the next call. */
  async read(start: number, length: number): Promise<Uint8Array> {
    const from = Math.min(Math.max(0, start), this.size);
    const to = Math.min(from + Math.max(0, length), this.size);
    if (this.#unitsLeft !== Number.POSITIVE_INFINITY) await this.#spend(1 + (to - from) / BYTES_PER_UNIT);
    if (from < this.#start || to > this.#start + this.#bytes.length) {
      const goesOn = from >= this.#start && from <= this.#start + this.#bytes.length;
      const end = Math.min(this.size, Math.max(to, from + (goesOn ? this.readAheadBytes : JUMP_BYTES)));
      this.#unitsLeft -= UNITS_PER_SOURCE_READ;
      this.#bytes = await this.source.read(from, end);
      this.#start = from;
    }
    return this.#bytes.subarray(from - this.#start, to - this.#start);
  }

  async #spend(units: number): Promise<void> {
    this.#unitsLeft -= units;
    if (this.#unitsLeft < 0) {
      throw damaged(msg`The file is damaged: its audio cannot be found in it.`);
    }
    this.#unitsToLook -= units;
    if (this.#unitsToLook > 0) return;
    this.#unitsToLook = UNITS_PER_LOOK;
    await this.#others.letIn();
  }
}

/** Four characters at `offset`, as container formats name their parts; fewer past the end. */
export function fourCharacters(bytes: Uint8Array, offset: number): string {
  return String.fromCharCode(...bytes.subarray(offset, offset + 4));
}

export function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
