import type { RowChange } from './protected-rows.ts';

/**
 * Changes of rows as bytes, one record behind the other: a mark, a checksum, the lengths of the text and of the bytes in it, the text (JSON),
 * the bytes. A realm that is ended in the middle of a record leaves its beginning, which is passed over: the next record is found by its mark.
 */
const MARK = Uint8Array.of(0x9e, 0x45, 0xa7, 0xc1);
const HEADER_BYTES = 16;
const WINDOW_BYTES = 1 << 20;
/** Name of an object that represents bytes, which no field has. */
const BYTES = '\u0000bytes';

type Bytes = Uint8Array<ArrayBuffer>;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** FNV-1a, 32 bits. */
function checksum(bytes: Bytes): number {
  let sum = 0x811c_9dc5;
  for (const byte of bytes) sum = Math.imul(sum ^ byte, 0x0100_0193);
  return sum >>> 0;
}

export function encodeChange(change: RowChange): Bytes {
  const parts: Uint8Array[] = [];
  let length = 0;
  const text = encoder.encode(
    JSON.stringify(change, (_, value: unknown) => {
      const isBuffer = value instanceof ArrayBuffer;
      if (!isBuffer && !(value instanceof Uint8Array)) return value;
      const part = isBuffer ? new Uint8Array(value) : value;
      parts.push(part);
      length += part.length;
      return { [BYTES]: [length - part.length, part.length, isBuffer ? 1 : 0] };
    }),
  );
  const record = new Uint8Array(HEADER_BYTES + text.length + length);
  record.set(text, HEADER_BYTES);
  let at = HEADER_BYTES + text.length;
  for (const part of parts) {
    record.set(part, at);
    at += part.length;
  }
  const header = new DataView(record.buffer);
  record.set(MARK);
  header.setUint32(4, checksum(record.subarray(HEADER_BYTES)));
  header.setUint32(8, text.length);
  header.setUint32(12, length);
  return record;
}

/** All changes of a log that are whole, in their order. */
export async function* readChanges(log: Blob): AsyncGenerator<RowChange> {
  const reader = new WindowReader(log);
  for (let at = 0; at + HEADER_BYTES <= log.size; ) {
    const length = lengthOf(await reader.read(at, HEADER_BYTES));
    const isThere = length > 0 && at + length <= log.size;
    const change = isThere ? decodeRecord(await reader.read(at, length)) : null;
    if (change) yield change;
    at = change ? at + length : await reader.find(MARK, at + 1);
  }
}

const isMarked = (bytes: Bytes, at = 0) => MARK.every((byte, index) => bytes[at + index] === byte);

function lengthOf(header: Bytes): number {
  if (!isMarked(header)) return 0;
  const view = new DataView(header.buffer, header.byteOffset);
  return HEADER_BYTES + view.getUint32(8) + view.getUint32(12);
}

function decodeRecord(record: Bytes): RowChange | null {
  const view = new DataView(record.buffer, record.byteOffset);
  const content = record.subarray(HEADER_BYTES);
  if (checksum(content) !== view.getUint32(4)) return null;
  const text = decoder.decode(content.subarray(0, view.getUint32(8)));
  const bytes = content.subarray(view.getUint32(8));
  return JSON.parse(text, (_, value: unknown) => {
    if (typeof value !== 'object' || value === null || !(BYTES in value)) return value;
    const [at, length, isBuffer] = value[BYTES] as [number, number, number];
    const part = bytes.slice(at, at + length);
    return isBuffer ? part.buffer : part;
  });
}

/** Reads a file a megabyte at a time. */
class WindowReader {
  readonly #file: Blob;
  #window: Bytes = new Uint8Array(0);
  #start = 0;

  constructor(file: Blob) {
    this.#file = file;
  }

  async read(at: number, length: number): Promise<Bytes> {
    const isHere = at >= this.#start && at + length <= this.#start + this.#window.length;
    if (!isHere) {
      const part = this.#file.slice(at, at + Math.max(length, WINDOW_BYTES));
      this.#window = new Uint8Array(await part.arrayBuffer());
      this.#start = at;
    }
    return this.#window.subarray(at - this.#start, at - this.#start + length);
  }

  /** Where the next mark is, from a place on; the end of the file if there is none. */
  async find(mark: Bytes, from: number): Promise<number> {
    for (let at = from; at + mark.length <= this.#file.size; ) {
      const part = await this.read(at, Math.min(WINDOW_BYTES, this.#file.size - at));
      for (let index = 0; index + mark.length <= part.length; index += 1)
        if (isMarked(part, index)) return at + index;
      at += part.length - mark.length + 1;
    }
    return this.#file.size;
  }
}

/** The rows that are left after all changes. */
export async function rowsAfter(changes: AsyncIterable<RowChange>): Promise<KeptRow[]> {
  const rows = new Map<string, KeptRow>();
  for await (const change of changes) {
    if ('key' in change) {
      rows.set(JSON.stringify([change.store, change.key]), change);
      continue;
    }
    for (const [name, { store, key }] of rows) {
      const isWithin =
        store === change.store && indexedDB.cmp(change.from, key) <= 0 && indexedDB.cmp(key, change.to) <= 0;
      if (isWithin) rows.delete(name);
    }
  }
  return [...rows.values()];
}

export type KeptRow = Extract<RowChange, { key: unknown }>;
