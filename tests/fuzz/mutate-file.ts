import type { Field, Structure } from './file-fields.ts';

type Random = () => number;

const MAX_BYTES = 1024 * 1024;
const MAX_REPEATS = 2_000;

/** A changed copy of a file, by one to four changes to its structure; the same for the same random numbers. */
export function mutateFile(
  original: Uint8Array,
  structure: Structure,
  random: Random,
): Uint8Array<ArrayBuffer> {
  let bytes = Uint8Array.from(original);
  const changes = 1 + Math.floor(random() * 4);
  for (let change = 0; change < changes; change++) {
    // Parts move what follows them, so fields keep their place only if they are changed first.
    const isLast = change === changes - 1;
    if (isLast && random() < 0.35) bytes = changeParts(bytes, structure, random);
    else changeField(bytes, structure, random);
  }
  return bytes;
}

const pick = <T>(from: readonly T[], random: Random): T | undefined =>
  from[Math.floor(random() * from.length)];

function changeField(bytes: Uint8Array, { fields }: Structure, random: Random): void {
  const field = pick(fields, random);
  if (!field || random() < 0.1) {
    const at = Math.floor(random() * bytes.length);
    bytes[at] = (bytes[at] ?? 0) ^ (1 << Math.floor(random() * 8));
    return;
  }
  const current = readField(bytes, field);
  const other = pick(fields, random);
  const values = [
    ...[0n, 1n, 2n, 3n, 7n, 8n, 0x7fn, 0x80n, 0xffn, 0xfeffffffn, 0x7fffffffn, 0x80000000n, 0xffffffffn],
    ...[(1n << 63n) - 1n, (1n << 64n) - 1n, (1n << 53n) + 1n],
    ...[current + 1n, current - 1n, current * 2n, current ^ (1n << BigInt(Math.floor(random() * 64)))],
    ...[BigInt(bytes.length), BigInt(bytes.length - field.at), BigInt(Math.floor(random() * 2 ** 32))],
    other ? readField(bytes, other) : 0n,
  ];
  writeField(bytes, field, pick(values, random) ?? 0n);
}

function readField(bytes: Uint8Array, { at, length, littleEndian }: Field): bigint {
  const field = bytes.slice(at, at + length);
  if (littleEndian) field.reverse();
  return field.reduce((value, byte) => (value << 8n) | BigInt(byte), 0n);
}

function writeField(bytes: Uint8Array, { at, length, littleEndian }: Field, value: bigint): void {
  for (let index = 0; index < length; index++) {
    const shift = 8n * BigInt(littleEndian ? index : length - 1 - index);
    if (at + index < bytes.length) bytes[at + index] = Number((value >> shift) & 0xffn);
  }
}

function changeParts(
  bytes: Uint8Array<ArrayBuffer>,
  { parts }: Structure,
  random: Random,
): Uint8Array<ArrayBuffer> {
  const part = pick(parts, random);
  const other = pick(parts, random);
  if (!part || !other) return bytes.slice(0, Math.floor(random() * bytes.length));
  const inside = bytes.slice(part.start, part.end);
  const [before, after] = [bytes.subarray(0, part.start), bytes.subarray(part.end)];
  switch (Math.floor(random() * 6)) {
    case 0:
      return joined(before, after);
    case 1:
      return joined(before, repeated(inside, random), after);
    case 2:
      return joined(bytes.subarray(0, other.start), inside, bytes.subarray(other.start));
    case 3:
      return joined(before, bytes.slice(other.start, other.end), after);
    case 4:
      return joined(before, inside.slice(0, Math.floor(random() * inside.length)), after);
    default:
      return bytes.slice(0, part.start + Math.floor(random() * inside.length));
  }
}

/** Small parts thousands of times, large ones until the file is a megabyte. */
function repeated(part: Uint8Array<ArrayBuffer>, random: Random): Uint8Array<ArrayBuffer> {
  const most = Math.min(MAX_REPEATS, Math.floor(MAX_BYTES / Math.max(1, part.length)));
  return joined(...Array.from({ length: 1 + Math.floor(random() * most) }, () => part));
}

function joined(...parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(
    Math.min(
      MAX_BYTES,
      parts.reduce((sum, { length }) => sum + length, 0),
    ),
  );
  let at = 0;
  for (const part of parts) {
    const fits = part.subarray(0, whole.length - at);
    whole.set(fits, at);
    at += fits.length;
  }
  return whole;
}
