import type { ByteReader } from './byte-reader.ts';

const ID3_HEADER_BYTES = 10;
const MAX_TAGS = 100;

/**
 * First byte behind the ID3v2 tags (id3.org, "ID3v2.4") that begin at a place, whose pictures can look like audio; that place if there
 * are none. A tag that states more than the file has says nothing of its end: what follows its header is searched.
 */
export async function behindTags(bytes: ByteReader, from: number): Promise<number> {
  let start = from;
  for (let tags = 0; tags < MAX_TAGS && start + ID3_HEADER_BYTES <= bytes.size; tags++) {
    const [i, d, three, , , flags = 0, a = 0, b = 0, c = 0, e = 0] = await bytes.read(
      start,
      ID3_HEADER_BYTES,
    );
    if (i !== 0x49 || d !== 0x44 || three !== 0x33 || (a | b | c | e) > 127) break;
    const footer = flags & 0x10 ? ID3_HEADER_BYTES : 0;
    const end = start + ID3_HEADER_BYTES + ((a << 21) | (b << 14) | (c << 7) | e) + footer;
    if (end > bytes.size) return start + ID3_HEADER_BYTES;
    start = end;
  }
  return start;
}
