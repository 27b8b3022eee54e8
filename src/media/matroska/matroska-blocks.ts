import type { ByteReader } from '../byte-reader.ts';
import { parseElement, readElement, readNumber, unsignedOf } from './ebml.ts';
import { MATROSKA_ID } from './matroska-ids.ts';

/** Elements whose content is traversed instead of skipped. */
const OPENED = new Set<number>([MATROSKA_ID.segment, MATROSKA_ID.cluster, MATROSKA_ID.blockGroup]);
/** Cues, tags, seek head, attachments, chapters, padding, checksums, and elements beside blocks. */
const SKIPPED = new Set<number>([
  ...[MATROSKA_ID.ebml, MATROSKA_ID.info, MATROSKA_ID.tracks, 0x1c53bb6b, 0x1254c367, 0x114d9b74],
  ...[0x1941a469, 0x1043a770, 0xec, 0xbf, 0x9b, 0xfb, 0xfa, 0x75a2, 0x75a1, 0xa4, 0xa7, 0xab, 0x5854, 0xaf],
]);
const USED = new Set<number>([MATROSKA_ID.timestamp, MATROSKA_ID.simpleBlock, MATROSKA_ID.block]);
const SEARCH_BYTES = 64 * 1024;
const MAX_HEAD_BYTES = 12;
/** Longer blocks are not accepted as resynchronisation points: random data matches too many. */
const MAX_SEARCHED_BYTES = 256 * 1024;
const MAX_BLOCK_BYTES = 64 * 1024 * 1024;

/** One block's frames; `time` in ticks of the file's timestamp scale. */
export interface MatroskaBlock {
  trackNumber: number;
  time: number;
  frames: Uint8Array[];
}

/**
 * All blocks from `from` on, optionally only those of `trackNumber`. Elements are read one after the other without
 * trusting the lengths of their parents; after damage, the next valid pair of elements is searched for. The frames
 * are views, valid until the next block is requested. They end where another file begins.
 */
export async function* matroskaBlocks(
  bytes: ByteReader,
  from: number,
  {
    trackNumber,
    onJoined,
  }: { trackNumber?: number; onJoined?: ((position: number) => void) | undefined } = {},
): AsyncGenerator<MatroskaBlock, void, undefined> {
  let position = from;
  let clusterTime = 0;
  while (position < bytes.size) {
    const element = await readElement(bytes, position);
    if (!element || !isPlausible(element, bytes.size)) {
      position = await findElement(bytes, position + 1);
      continue;
    }
    const { id, data } = element;
    const end = element.end ?? data;
    if (id === MATROSKA_ID.ebml && position > from) return onJoined?.(position);
    if (OPENED.has(id)) {
      position = data;
      continue;
    }
    if (id === MATROSKA_ID.timestamp) clusterTime = unsignedOf(await bytes.read(data, end - data));
    if (id === MATROSKA_ID.simpleBlock || id === MATROSKA_ID.block) {
      const head = await bytes.read(data, 4);
      if (trackNumber === undefined || trackNumberOf(head) === trackNumber) {
        const block = parseBlock(await bytes.read(data, end - data), clusterTime);
        if (block) yield block;
      }
    }
    position = end;
  }
}

function isPlausible(
  { id, data, end }: { id: number; data: number; end: number | null },
  size: number,
): boolean {
  if (OPENED.has(id)) return true;
  if (end === null || end > size) return false;
  if (id === MATROSKA_ID.timestamp) return end - data <= 8;
  return SKIPPED.has(id) || (USED.has(id) && end - data <= MAX_BLOCK_BYTES && end - data >= 4);
}

/** First bytes of clusters and of blocks. */
const CLUSTER_START = 0x1f;
const STARTS = new Set<number>([CLUSTER_START, MATROSKA_ID.simpleBlock, MATROSKA_ID.blockGroup]);

/** The next position at or after `from` of a cluster or block followed by another element. */
async function findElement(
  bytes: ByteReader,
  from: number,
  to = bytes.size,
  isStart = (first: number) => STARTS.has(first),
): Promise<number> {
  for (let base = from; base < to; base += SEARCH_BYTES) {
    const part = (await bytes.read(base, SEARCH_BYTES + MAX_HEAD_BYTES)).slice();
    for (let at = 0; at < Math.min(part.length, SEARCH_BYTES); at++) {
      if (!isStart(part[at] ?? 0)) continue;
      const element = parseElement(part, at, base);
      if (!element || !isPlausible(element, bytes.size)) continue;
      if (element.id === MATROSKA_ID.cluster) return base + at;
      if (element.end === null || element.end - element.data > MAX_SEARCHED_BYTES) continue;
      const next = await readElement(bytes, element.end);
      if (element.end === bytes.size || (next && isPlausible(next, bytes.size))) return base + at;
    }
  }
  return bytes.size;
}

/**
 * The next cluster from `from` on, and about before `to`, or the file's size. Reading the blocks on the way would use
 * up what opening a file may cost.
 */
export async function findCluster(bytes: ByteReader, from: number, to = bytes.size): Promise<number> {
  const isStart = (first: number) => first === CLUSTER_START;
  for (let position = from; position < to; ) {
    position = await findElement(bytes, position, to, isStart);
    const element = await readElement(bytes, position);
    if (!element || element.id === MATROSKA_ID.cluster) return position;
    position++;
  }
  return bytes.size;
}

function trackNumberOf(head: Uint8Array): number {
  return readNumber(head, 0, Math.min(8, Math.clz32(head[0] ?? 0) - 23)).value;
}

/** Track number, time relative to the cluster, flags, then the frames, which may be laced (RFC 9559, section 10). */
function parseBlock(block: Uint8Array, clusterTime: number): MatroskaBlock | null {
  const length = Math.clz32(block[0] ?? 0) - 23;
  if (length > 8 || block.length < length + 3) return null;
  const view = new DataView(block.buffer, block.byteOffset, block.byteLength);
  const frames = unlace(block.subarray(length + 3), (block[length + 2] ?? 0) & 6);
  return frames && { trackNumber: trackNumberOf(block), time: clusterTime + view.getInt16(length), frames };
}

const LACING = { none: 0, xiph: 2, fixed: 4, ebml: 6 } as const;

/** Null if the frames' lengths are inconsistent. */
function unlace(content: Uint8Array, lacing: number): Uint8Array[] | null {
  if (lacing === LACING.none) return content.length > 0 ? [content] : null;
  const count = (content[0] ?? 0) + 1;
  if (lacing === LACING.fixed) {
    const size = (content.length - 1) / count;
    return Number.isInteger(size) && size > 0 ? split(content, 1, new Array(count).fill(size)) : null;
  }
  const { sizes, at } = lacing === LACING.xiph ? xiphSizes(content, count) : ebmlSizes(content, count);
  const last = content.length - at - sizes.reduce((sum, size) => sum + size, 0);
  return last > 0 && sizes.every((size) => size > 0) ? split(content, at, [...sizes, last]) : null;
}

function xiphSizes(content: Uint8Array, count: number): { sizes: number[]; at: number } {
  const sizes: number[] = [];
  let at = 1;
  while (sizes.length < count - 1 && at < content.length) {
    let size = 0;
    let byte = 255;
    while (byte === 255 && at < content.length) {
      byte = content[at++] ?? 0;
      size += byte;
    }
    sizes.push(size);
  }
  return { sizes, at };
}

/** The first size is absolute, the others are signed differences. */
function ebmlSizes(content: Uint8Array, count: number): { sizes: number[]; at: number } {
  const sizes: number[] = [];
  let at = 1;
  let size = 0;
  while (sizes.length < count - 1 && at < content.length) {
    const length = Math.min(8, Math.clz32(content[at] ?? 0) - 23);
    const { value } = readNumber(content, at, length);
    size = sizes.length === 0 ? value : size + value - (2 ** (7 * length - 1) - 1);
    sizes.push(size);
    at += length;
  }
  return { sizes, at };
}

function split(content: Uint8Array, start: number, sizes: number[]): Uint8Array[] {
  let at = start;
  return sizes.map((size) => {
    at += size;
    return content.subarray(at - size, at);
  });
}
