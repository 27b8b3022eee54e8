import { type ByteReader, viewOf } from '../byte-reader.ts';
import { type Box, readBox } from './mp4-boxes.ts';

/** Channels and sample rate (Hz) that the settings state; zeros if they are too short. */
export function alacNumbers(cookie: Uint8Array): { numberOfChannels: number; sampleRate: number } {
  const isWhole = cookie.length >= 24;
  return {
    numberOfChannels: isWhole ? (cookie[9] ?? 0) : 0,
    sampleRate: isWhole ? viewOf(cookie).getUint32(20) : 0,
  };
}

const CONTAINERS = new Set(['moov', 'trak', 'mdia', 'minf', 'stbl', 'stsd', 'alac', 'wave']);
/** Bytes between a box's header and its children. */
const PREAMBLE: Record<string, number> = { stsd: 8, alac: 28 };
const MAX_DEPTH = 10;
const MAX_SETTINGS_BYTES = 4096;

/**
 * Settings of the first ALAC track: box `alac` in the sample entry `alac` (ISO/IEC 14496-12). Null if there is none.
 */
export async function findAlacCookie(bytes: ByteReader): Promise<Uint8Array | null> {
  return bytes.whileOpening(() => search(bytes, { start: 0, end: bytes.size }, 0, false));
}

async function search(
  bytes: ByteReader,
  { start, end }: { start: number; end: number },
  depth: number,
  inEntry: boolean,
): Promise<Uint8Array | null> {
  let position = start;
  while (position + 8 <= end && depth < MAX_DEPTH) {
    const box = await readBox(bytes, position);
    if (!box) return null;
    const { name, start: content } = box;
    const size = box.size || end - position;
    if (size < content - position) return null;
    const boxEnd = Math.min(end, position + size);
    // Version and flags precede the settings.
    if (inEntry && name === 'alac') {
      return (await bytes.read(content + 4, Math.min(boxEnd - content - 4, MAX_SETTINGS_BYTES))).slice();
    }
    if (CONTAINERS.has(name)) {
      const children = content + (await preamble(bytes, box));
      const found = await search(
        bytes,
        { start: children, end: boxEnd },
        depth + 1,
        inEntry || name === 'alac',
      );
      if (found) return found;
    }
    position += size;
  }
  return null;
}

/** QuickTime sound descriptions of version 1 and 2 are longer than the plain one. */
async function preamble(bytes: ByteReader, { name, start: content }: Box): Promise<number> {
  const plain = PREAMBLE[name] ?? 0;
  if (name !== 'alac') return plain;
  const entry = await bytes.read(content, 10);
  const version = entry.length === 10 ? viewOf(entry).getUint16(8) : 0;
  return plain + (version === 1 ? 16 : version === 2 ? 36 : 0);
}
