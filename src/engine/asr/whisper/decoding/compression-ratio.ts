const MIN_MATCH = 3;
const MAX_MATCH = 258;
const SEARCH_WINDOW = 32_768;
/** Candidates checked per position; the texts of a window are short. */
const MAX_CANDIDATES = 64;
/** Bytes of the stream's header, checksum and code tables. */
const OVERHEAD_BYTES = 12;
const LITERAL_BITS = 8.25;
const LENGTH_BITS = 7.5;
const DISTANCE_BITS = 5;

/**
 * Estimated DEFLATE compression ratio of a text: its UTF-8 bytes divided by the compressed bytes. Repetitive text has
 * a high ratio; above 2.4 it counts as a loop. The estimate counts the literals and matches LZ77 finds, at the cost
 * of DEFLATE's fixed codes.
 *
 * @see RFC 1951
 */
export function compressionRatio(text: string): number {
  const bytes = new TextEncoder().encode(text);
  if (bytes.length === 0) return 0;
  return bytes.length / (OVERHEAD_BYTES + lz77Bits(bytes) / 8);
}

function lz77Bits(bytes: Uint8Array): number {
  const seen = new Map<number, number[]>();
  const remember = (at: number) => {
    if (at + MIN_MATCH > bytes.length) return;
    const key = prefixAt(bytes, at);
    const places = seen.get(key);
    if (places) places.push(at);
    else seen.set(key, [at]);
  };
  let bits = 0;
  let at = 0;
  while (at < bytes.length) {
    const { length, distance } = longestMatch(bytes, at, seen.get(prefixAt(bytes, at)) ?? []);
    const step = length >= MIN_MATCH ? length : 1;
    bits += step === 1 ? LITERAL_BITS : matchBits(length, distance);
    for (let index = 0; index < step; index += 1) remember(at + index);
    at += step;
  }
  return bits;
}

function prefixAt(bytes: Uint8Array, at: number): number {
  return ((bytes[at] ?? 0) << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0);
}

function longestMatch(bytes: Uint8Array, at: number, places: readonly number[]) {
  let length = 0;
  let distance = 0;
  const longest = Math.min(MAX_MATCH, bytes.length - at);
  for (const place of places.slice(-MAX_CANDIDATES).reverse()) {
    if (at - place > SEARCH_WINDOW) break;
    let same = 0;
    while (same < longest && bytes[place + same] === bytes[at + same]) same += 1;
    if (same > length) {
      length = same;
      distance = at - place;
    }
  }
  return { length, distance };
}

/** Extra bits grow with the logarithm of length and distance. */
function matchBits(length: number, distance: number): number {
  const lengthExtra = length < 11 ? 0 : Math.floor(Math.log2(length - 3)) - 2;
  const distanceExtra = distance < 5 ? 0 : Math.floor(Math.log2(distance - 1)) - 1;
  return LENGTH_BITS + lengthExtra + DISTANCE_BITS + distanceExtra;
}
