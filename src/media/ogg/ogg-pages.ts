import { type ByteReader, fourCharacters, viewOf } from '../byte-reader.ts';

/** One page of an Ogg stream (RFC 3533). */
export interface OggPage {
  /** Offset of its first byte in the file. */
  position: number;
  /** Bytes of the whole page. */
  length: number;
  serial: number;
  /** The codec's position at the end of the last packet that ends here; −1 if unknown. */
  granule: number;
  isContinued: boolean;
  /** Whether a stream begins here. */
  isFirst: boolean;
  /** Whether a stream ends here. */
  isLast: boolean;
  /** Parts of packets; the last one continues on the next page if `isOpen`. */
  parts: Uint8Array[];
  isOpen: boolean;
}

const HEADER_BYTES = 27;
const MAX_SEGMENTS = 255;
const CAPTURE_BYTES = 4;
const SEARCH_BYTES = 64 * 1024;
const POLYNOMIAL = 0x04c11db7;
const CRC = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte << 24;
  for (let bit = 0; bit < 8; bit++) crc = crc < 0 ? (crc << 1) ^ POLYNOMIAL : crc << 1;
  return crc;
});

/**
 * All pages from `from` on. A page with a wrong checksum counts if the next page follows right after it: the damage
 * is in one of its packets. A truncated last page yields its whole packets. The parts are views, valid until the next
 * page is requested.
 */
export async function* oggPages(bytes: ByteReader, from: number): AsyncGenerator<OggPage, void, undefined> {
  let position = from;
  while (position + HEADER_BYTES <= bytes.size) {
    const length = pageLength(await bytes.read(position, HEADER_BYTES + MAX_SEGMENTS));
    const page =
      length === null
        ? null
        : parsePage(await bytes.read(position, length + CAPTURE_BYTES), bytes.size - position);
    if (page) {
      yield { ...page, position };
      position += page.length;
    } else {
      position = await findCapture(bytes, position + 1);
    }
  }
}

/** Bytes of the page whose header is at the start of `head`; null if none is. */
function pageLength(head: Uint8Array): number | null {
  const isPage = head.length > HEADER_BYTES && fourCharacters(head, 0) === 'OggS' && head[4] === 0;
  if (!isPage) return null;
  const sizes = segmentSizes(head);
  return HEADER_BYTES + (head[26] ?? 0) + sizes.reduce((sum, size) => sum + size, 0);
}

const segmentSizes = (page: Uint8Array) => page.subarray(HEADER_BYTES, HEADER_BYTES + (page[26] ?? 0));

/** The page at the start of `bytes`, with `rest` bytes left in the file; null if it is not one. */
function parsePage(bytes: Uint8Array, rest: number): Omit<OggPage, 'position'> | null {
  const length = pageLength(bytes);
  if (length === null) return null;
  const sizes = segmentSizes(bytes);
  const body = HEADER_BYTES + (bytes[26] ?? 0);
  const view = viewOf(bytes);
  const isCut = length > rest;
  const isChained = isCut || length === rest || fourCharacters(bytes, length) === 'OggS';
  if (!isChained && checksum(bytes.subarray(0, length)) !== view.getUint32(22, true)) return null;
  const flags = bytes[5] ?? 0;
  const { parts, isOpen } = splitParts(bytes, body, sizes);
  return {
    length,
    serial: view.getUint32(14, true),
    granule: isCut ? -1 : Number(view.getBigInt64(6, true)),
    isContinued: (flags & 1) !== 0,
    isFirst: (flags & 2) !== 0,
    isLast: (flags & 4) !== 0,
    parts,
    isOpen,
  };
}

/** The first segment that is not full ends a packet. */
function splitParts(bytes: Uint8Array, body: number, sizes: Uint8Array) {
  const parts: Uint8Array[] = [];
  let start = body;
  let end = body;
  for (const size of sizes) {
    end += size;
    if (end > bytes.length) return { parts, isOpen: false };
    if (size === 255) continue;
    parts.push(bytes.subarray(start, end));
    start = end;
  }
  const isOpen = end > start;
  if (isOpen) parts.push(bytes.subarray(start, end));
  return { parts, isOpen };
}

/** The checksum treats its own field as zero. */
function checksum(page: Uint8Array): number {
  let crc = 0;
  for (let index = 0; index < page.length; index++) {
    const byte = index >= 22 && index < 26 ? 0 : (page[index] ?? 0);
    crc = (crc << 8) ^ (CRC[(crc >>> 24) ^ byte] ?? 0);
  }
  return crc >>> 0;
}

/** The next "OggS" at or after `from`; the file's size if there is none. */
export async function findCapture(bytes: ByteReader, from: number): Promise<number> {
  for (let base = from; base < bytes.size; base += SEARCH_BYTES) {
    const part = await bytes.read(base, SEARCH_BYTES + 3);
    for (let at = part.indexOf(0x4f); at >= 0 && at < SEARCH_BYTES; at = part.indexOf(0x4f, at + 1)) {
      if (fourCharacters(part, at) === 'OggS') return base + at;
    }
  }
  return bytes.size;
}
