import type { ByteReader } from '../byte-reader.ts';

/** Header of an EBML element (RFC 8794). `end` is null if the element does not declare its length. */
export interface EbmlElement {
  id: number;
  /** Start of its content. */
  data: number;
  end: number | null;
}

const MAX_HEAD_BYTES = 12;

/** The element at `position`; null if there is no valid header. */
export async function readElement(bytes: ByteReader, position: number): Promise<EbmlElement | null> {
  return parseElement(await bytes.read(position, MAX_HEAD_BYTES), 0, position);
}

/** The same for bytes in memory; `base` is the position of `bytes` in the file. */
export function parseElement(bytes: Uint8Array, at: number, base = 0): EbmlElement | null {
  const first = bytes[at];
  if (first === undefined) return null;
  const idLength = Math.clz32(first) - 23;
  const sizeFirst = bytes[at + idLength];
  if (idLength > 4 || sizeFirst === undefined || sizeFirst === 0) return null;
  const sizeLength = Math.clz32(sizeFirst) - 23;
  const data = at + idLength + sizeLength;
  if (data > bytes.length) return null;
  let id = 0;
  for (let index = 0; index < idLength; index++) id = id * 256 + (bytes[at + index] ?? 0);
  const { value, unknown } = readNumber(bytes, at + idLength, sizeLength);
  return { id, data: base + data, end: unknown ? null : base + data + value };
}

/** A variable-length integer with its length marker removed. All ones mean "unknown". */
export function readNumber(
  bytes: Uint8Array,
  at: number,
  length: number,
): { value: number; unknown: boolean } {
  const first = (bytes[at] ?? 0) & (0xff >> length);
  let value = first;
  let unknown = first === 0xff >> length;
  for (let index = 1; index < length; index++) {
    const byte = bytes[at + index] ?? 0;
    value = value * 256 + byte;
    unknown &&= byte === 0xff;
  }
  return { value, unknown };
}

/** Child elements of content in memory, as id and content; stops at damage. */
export function* childElements(content: Uint8Array): Generator<[number, Uint8Array], void, undefined> {
  for (let at = 0; at < content.length; ) {
    const element = parseElement(content, at);
    if (!element || element.end === null || element.end > content.length) return;
    yield [element.id, content.subarray(element.data, element.end)];
    at = element.end;
  }
}

export function unsignedOf(content: Uint8Array): number {
  return content.reduce((value, byte) => value * 256 + byte, 0);
}

/** A float of four or eight bytes; 0 for any other length. */
export function floatOf(content: Uint8Array): number {
  const view = new DataView(content.buffer, content.byteOffset, content.byteLength);
  if (content.length === 4) return view.getFloat32(0);
  return content.length === 8 ? view.getFloat64(0) : 0;
}

export function textOf(content: Uint8Array): string {
  const end = content.indexOf(0);
  return new TextDecoder().decode(end < 0 ? content : content.subarray(0, end));
}
