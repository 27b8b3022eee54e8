import { type ByteSource, joinSources, sliceSource } from '../../lib/bytes/byte-source.ts';
import { type ByteReader, fourCharacters } from '../byte-reader.ts';
import { MAX_INDEX_BYTES, readBox } from './mp4-boxes.ts';

/** Boxes of the first level that are walked over. */
const MAX_BOXES = 1000;
const CONTAINERS = new Set(['trak', 'mdia', 'minf', 'stbl']);
const HEADER_BYTES = 8;
/** Version and flags, and the number of entries. */
const TABLE_HEADER_BYTES = 16;

/** Of QuickTime, of which files without a type are. */
const FILE_TYPE = new Uint8Array([0, 0, 0, 20, ...bytesOf('ftypqt  '), 0, 0, 0, 0, ...bytesOf('qt  ')]);

/**
 * A file whose first box is not its type: QuickTime had none before 2002, and some programs put other boxes first, as players
 * accept it. The same file with a type in front, and places of its sound that count from there; null if it has no index.
 */
export async function withFileType(bytes: ByteReader): Promise<ByteSource | null> {
  const index = await findIndex(bytes);
  if (!index) return null;
  const { source } = bytes;
  const moved = (await source.read(index.at, index.end)).slice();
  moveChunks(moved, index.content, moved.length, FILE_TYPE.length);
  return joinSources([
    sourceOf(FILE_TYPE),
    sliceSource(source, 0, index.at),
    sourceOf(moved),
    sliceSource(source, index.end),
  ]);
}

async function findIndex(bytes: ByteReader): Promise<{ at: number; end: number; content: number } | null> {
  for (let at = 0, count = 0; count < MAX_BOXES; count++) {
    const box = await readBox(bytes, at);
    if (!box) return null;
    const end = box.size === 0 ? bytes.size : at + box.size;
    if (end <= at + HEADER_BYTES - 1 || !/^[\x20-\x7e]{4}$/.test(box.name)) return null;
    if (box.name === 'moov') {
      return end > bytes.size || end - at > MAX_INDEX_BYTES ? null : { at, end, content: box.start - at };
    }
    at = end;
  }
  return null;
}

/** Moves the places of all chunks within a box; what does not fit into its box is left for the reader to refuse. */
function moveChunks(bytes: Uint8Array, from: number, to: number, by: number): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = from; at + HEADER_BYTES <= to; ) {
    const size = view.getUint32(at);
    if (size < HEADER_BYTES || at + size > to) return;
    const name = fourCharacters(bytes, at + 4);
    if (CONTAINERS.has(name)) moveChunks(bytes, at + HEADER_BYTES, at + size, by);
    const entryBytes = name === 'stco' ? 4 : 8;
    if ((name === 'stco' || name === 'co64') && size >= TABLE_HEADER_BYTES) {
      const stated = view.getUint32(at + TABLE_HEADER_BYTES - 4);
      const entries = Math.min(stated, Math.floor((size - TABLE_HEADER_BYTES) / entryBytes));
      for (let entry = 0; entry < entries; entry++) {
        const place = at + TABLE_HEADER_BYTES + entry * entryBytes;
        if (name === 'stco') view.setUint32(place, view.getUint32(place) + by);
        else view.setBigUint64(place, view.getBigUint64(place) + BigInt(by));
      }
    }
    at += size;
  }
}

const sourceOf = (bytes: Uint8Array<ArrayBuffer>): ByteSource => ({
  size: bytes.length,
  read: async (start, end) => bytes.slice(start, end),
});

function bytesOf(text: string): number[] {
  return [...text].map((character) => character.charCodeAt(0));
}
