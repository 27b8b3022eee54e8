import type { ByteSource } from '../lib/byte-source.ts';

/** Bytes read at once for sequential access … */
const READ_AHEAD_BYTES = 256 * 1024;
/** … and after a jump, which often needs only a few bytes. */
const JUMP_BYTES = 4 * 1024;

/** Random access to a source's bytes with a single buffer, whatever the source's size. */
export class ByteReader {
  #start = 0;
  #bytes = new Uint8Array(0);

  /** @param readAheadBytes bytes read at once for sequential access */
  constructor(
    readonly source: ByteSource,
    private readonly readAheadBytes = READ_AHEAD_BYTES,
  ) {}

  get size(): number {
    return this.source.size;
  }

  /** Bytes from `start`; fewer than `length` at the end of the source. The view is valid until the next call. */
  async read(start: number, length: number): Promise<Uint8Array> {
    const from = Math.min(Math.max(0, start), this.size);
    const to = Math.min(from + Math.max(0, length), this.size);
    if (from < this.#start || to > this.#start + this.#bytes.length) {
      const goesOn = from >= this.#start && from <= this.#start + this.#bytes.length;
      const end = Math.min(this.size, Math.max(to, from + (goesOn ? this.readAheadBytes : JUMP_BYTES)));
      this.#bytes = await this.source.read(from, end);
      this.#start = from;
    }
    return this.#bytes.subarray(from - this.#start, to - this.#start);
  }
}

/** Four characters at `offset`, as container formats name their parts; fewer past the end. */
export function fourCharacters(bytes: Uint8Array, offset: number): string {
  return String.fromCharCode(...bytes.subarray(offset, offset + 4));
}

export function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
