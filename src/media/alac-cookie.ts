import { type BlobBytes, fourCharacters, viewOf } from './blob-bytes.ts';

const CONTAINERS = new Set(['moov', 'trak', 'mdia', 'minf', 'stbl', 'stsd', 'alac', 'wave']);
/** Bytes between a box's header and its children. */
const PREAMBLE: Record<string, number> = { stsd: 8, alac: 28 };
const MAX_DEPTH = 10;

/**
 * The decoder settings of the first ALAC track of an MP4 or QuickTime file (ISO/IEC 14496-12 boxes; the settings lie in
 * a box `alac` inside the sample entry `alac`). Null where there is none.
 */
export async function findAlacCookie(bytes: BlobBytes): Promise<Uint8Array | null> {
  return search(bytes, 0, bytes.size, 0, false);
}

async function search(
  bytes: BlobBytes,
  start: number,
  end: number,
  depth: number,
  inEntry: boolean,
): Promise<Uint8Array | null> {
  let position = start;
  while (position + 8 <= end && depth < MAX_DEPTH) {
    const header = (await bytes.read(position, 16)).slice();
    const name = fourCharacters(header, 4);
    let size = viewOf(header).getUint32(0);
    let headerBytes = 8;
    if (size === 1 && header.length === 16) {
      size = Number(viewOf(header).getBigUint64(8));
      headerBytes = 16;
    }
    if (size === 0) size = end - position;
    if (size < headerBytes) return null;
    const boxEnd = Math.min(end, position + size);
    // Version and flags stand before the settings.
    if (inEntry && name === 'alac') {
      return (await bytes.read(position + headerBytes + 4, boxEnd - position - headerBytes - 4)).slice();
    }
    if (CONTAINERS.has(name)) {
      const children = position + headerBytes + (await preamble(bytes, position, headerBytes, name));
      const found = await search(bytes, children, boxEnd, depth + 1, inEntry || name === 'alac');
      if (found) return found;
    }
    position += size;
  }
  return null;
}

/** QuickTime sound descriptions of version 1 and 2 are longer than the plain one. */
async function preamble(
  bytes: BlobBytes,
  position: number,
  headerBytes: number,
  name: string,
): Promise<number> {
  const plain = PREAMBLE[name] ?? 0;
  if (name !== 'alac') return plain;
  const entry = await bytes.read(position + headerBytes, 10);
  const version = entry.length === 10 ? viewOf(entry).getUint16(8) : 0;
  return plain + (version === 1 ? 16 : version === 2 ? 36 : 0);
}
