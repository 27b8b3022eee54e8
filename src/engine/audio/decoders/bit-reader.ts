/** Reads numbers of any width, most significant bit first. Throws RangeError past the end. */
export class BitReader {
  #position = 0;

  constructor(readonly bytes: Uint8Array) {}

  get position(): number {
    return this.#position;
  }

  set position(bit: number) {
    if (bit > this.bytes.length * 8) throw new RangeError('The bit stream ends too early.');
    this.#position = bit;
  }

  /** Up to 32 bits, unsigned. */
  read(width: number): number {
    let value = 0;
    let left = width;
    let bit = this.#position;
    if (bit + width > this.bytes.length * 8) throw new RangeError('The bit stream ends too early.');
    while (left > 0) {
      const inByte = bit & 7;
      const take = Math.min(left, 8 - inByte);
      const byte = this.bytes[bit >> 3] ?? 0;
      value = value * 2 ** take + ((byte >> (8 - inByte - take)) & ((1 << take) - 1));
      bit += take;
      left -= take;
    }
    this.#position = bit;
    return value;
  }

  /** Up to 32 bits, two's complement. */
  readSigned(width: number): number {
    const value = this.read(width);
    return value >= 2 ** (width - 1) ? value - 2 ** width : value;
  }

  /** Number of consecutive one bits, at most `limit`; consumes the zero that ends them before the limit. */
  readOnes(limit: number): number {
    let count = 0;
    while (count < limit) {
      if (this.read(1) === 0) return count;
      count++;
    }
    return count;
  }

  alignToByte(): void {
    this.position = (this.#position + 7) & ~7;
  }
}
