/** Finds the next occurrence of a pattern at or after `from`; -1 if there is none. */
export type FindBytes = (bytes: Uint8Array, from: number) => number;

/**
 * Prepares a Horspool search for a pattern (Practical fast searching in strings, 1980). It inspects about one byte in
 * `pattern.length`, so a gigabyte of audio takes a fraction of a second.
 */
export function prepareSearch(pattern: Uint8Array): FindBytes {
  const last = pattern.length - 1;
  const lastByte = pattern[last];
  const skips = new Int32Array(256).fill(pattern.length);
  pattern.subarray(0, last).forEach((byte, index) => {
    skips[byte] = last - index;
  });
  return (bytes, from) => {
    let end = from + last;
    while (end < bytes.length) {
      const byte = bytes[end];
      if (byte === lastByte && startsAt(bytes, end - last, pattern)) return end - last;
      end += skips[byte ?? 0] ?? 1;
    }
    return -1;
  };
}

function startsAt(bytes: Uint8Array, start: number, pattern: Uint8Array): boolean {
  for (let index = 0; index < pattern.length; index++) {
    if (bytes[start + index] !== pattern[index]) return false;
  }
  return true;
}
