import type { FormPart } from '../../contract/jobs/handed-form.ts';
import { type ByteSource, blobSource } from '../../lib/bytes/byte-source.ts';
import { AppError } from '../../lib/errors/errors.ts';
import { msg } from '../../lib/errors/msg.ts';
import { declaredLength } from '../../media/declared-length.ts';
import { type FindBytes, prepareSearch } from './find-bytes.ts';
import { overlappingWindows } from './overlapping-windows.ts';
import { type PartHeader, parsePartHeader } from './part-header.ts';

/** Chunk size: large enough to be fast, small enough to use no significant memory. */
const WINDOW_BYTES = 1024 * 1024;

/** From this size on it pays to trust a file's declared length and check only what follows it. */
const LARGE_PART_BYTES = 16 * 1024 * 1024;

const MAX_HEADER_BYTES = 16 * 1024;
const MAX_PARTS = 100;
const MAX_LINE_END_BYTES = 128;

const CRLF = '\r\n';
const encode = (text: string) => new TextEncoder().encode(text);
const malformed = (what: string) =>
  new AppError('invalid_request', msg`The multipart body cannot be read: ${what}.`);

const cutOff = () => malformed('it is cut off before its closing boundary');

/** A delimiter line: its first byte, including the line break before it, and the first byte after it. */
interface Delimiter {
  start: number;
  end: number;
  closes: boolean;
}

/**
 * Splits a `multipart/form-data` body (RFC 7578, RFC 2046) into its parts without copying them: searches the body for
 * delimiter lines window by window and returns slices. A large file that declares its length, with a delimiter right
 * after it, is not searched, since reading a gigabyte takes longer than storing it. Throws 400 if the body is
 * malformed or truncated.
 */
export async function splitParts(
  body: Blob,
  boundary: string,
  options: SplitOptions = {},
): Promise<FormPart[]> {
  return new MultipartBody(body, boundary, options).parts();
}

export interface SplitOptions {
  /** How much of the body is in memory at once. */
  windowBytes?: number;
  /** Minimum size of a file whose declared length is trusted. */
  largePartBytes?: number;
  maxParts?: number;
}

class MultipartBody {
  readonly #body: Blob;
  readonly #bytes: ByteSource;
  readonly #marker: Uint8Array;
  readonly #find: FindBytes;
  readonly #options: Required<SplitOptions>;

  constructor(body: Blob, boundary: string, options: SplitOptions) {
    this.#body = body;
    this.#bytes = blobSource(body);
    this.#marker = encode(`${CRLF}--${boundary}`);
    this.#find = prepareSearch(this.#marker);
    this.#options = {
      windowBytes: WINDOW_BYTES,
      largePartBytes: LARGE_PART_BYTES,
      maxParts: MAX_PARTS,
      ...options,
    };
  }

  async parts(): Promise<FormPart[]> {
    const parts: FormPart[] = [];
    let delimiter = (await this.#opening()) ?? (await this.#search(0));
    if (!delimiter) throw malformed('it does not contain the boundary that Content-Type names');
    while (!delimiter.closes) {
      if (parts.length === this.#options.maxParts)
        throw malformed(`it has more than ${this.#options.maxParts} parts`);
      const { header, contentStart } = await this.#readHeader(delimiter.end);
      // Without content, the line break that ends the header can be the one before the delimiter.
      const next: Delimiter | null =
        (await this.#declaredEnd(contentStart)) ?? (await this.#search(contentStart - CRLF.length));
      if (!next) throw cutOff();
      parts.push({ ...header, content: this.#body.slice(contentStart, Math.max(contentStart, next.start)) });
      delimiter = next;
    }
    return parts;
  }

  /** The first delimiter may be at the very start, with no line break before it. */
  async #opening(): Promise<Delimiter | null> {
    const opening = this.#marker.subarray(CRLF.length);
    const head = await this.#read(0, opening.length);
    return prepareSearch(opening)(head, 0) === 0 ? this.#delimiterAt(0, opening.length) : null;
  }

  /** Judges a line in the window that has all of it: a short boundary can occur 100,000 times in a megabyte. */
  async #search(from: number): Promise<Delimiter | null> {
    const lineBytes = this.#marker.length + MAX_LINE_END_BYTES;
    for await (const window of overlappingWindows(
      this.#bytes,
      from,
      lineBytes - 1,
      this.#options.windowBytes,
    )) {
      const { bytes, start } = window;
      const isLast = start + bytes.length === this.#body.size;
      const whole = isLast ? bytes.length : bytes.length - lineBytes;
      for (let at = this.#find(bytes, 0); at >= 0 && at <= whole; at = this.#find(bytes, at + 1)) {
        const lineEnd = readLineEnd(bytes, at + this.#marker.length);
        if (lineEnd) return { start: start + at, end: start + lineEnd.end, closes: lineEnd.closes };
      }
    }
    return null;
  }

  /** The delimiter right after a large file, at the end the file declares. */
  async #declaredEnd(contentStart: number): Promise<Delimiter | null> {
    const { largePartBytes } = this.#options;
    if (this.#body.size - contentStart < largePartBytes) return null;
    const length = await declaredLength(this.#body.slice(contentStart));
    if (length === null || length < largePartBytes) return null;
    const start = contentStart + length;
    if (this.#find(await this.#read(start, this.#marker.length), 0) !== 0) return null;
    return this.#delimiterAt(start, start + this.#marker.length);
  }

  async #readHeader(start: number): Promise<{ header: PartHeader; contentStart: number }> {
    const head = await this.#read(start, MAX_HEADER_BYTES);
    if (head.length === 0) throw cutOff();
    // A part without header lines starts with the empty line that ends them.
    if (head[0] === 0x0d && head[1] === 0x0a) {
      return { header: { name: null, filename: null }, contentStart: start + CRLF.length };
    }
    const end = prepareSearch(encode(CRLF + CRLF))(head, 0);
    const delimiter = this.#find(head, 0);
    if (end < 0 || (delimiter >= 0 && delimiter < end)) {
      throw malformed(`a part has no end of its header within ${MAX_HEADER_BYTES} bytes`);
    }
    return { header: parsePartHeader(head.subarray(0, end)), contentStart: start + end + 2 * CRLF.length };
  }

  /** The delimiter that starts at `start` and whose boundary ends at `from`, if its line ends there. */
  async #delimiterAt(start: number, from: number): Promise<Delimiter | null> {
    const lineEnd = readLineEnd(await this.#read(from, MAX_LINE_END_BYTES), 0);
    return lineEnd && { start, end: from + lineEnd.end, closes: lineEnd.closes };
  }

  #read(start: number, length: number): Promise<Uint8Array> {
    return this.#bytes.read(start, start + length);
  }
}

const [CR, LF, HYPHEN, BLANK, TAB] = [0x0d, 0x0a, 0x2d, 0x20, 0x09];

/**
 * What follows a boundary on its line: `--` for the last one, else blanks; null for content that only starts alike. The
 * last line of a body may lack its line break.
 */
function readLineEnd(bytes: Uint8Array, from: number): { end: number; closes: boolean } | null {
  const closes = bytes[from] === HYPHEN && bytes[from + 1] === HYPHEN;
  const limit = Math.min(bytes.length, from + MAX_LINE_END_BYTES);
  let at = closes ? from + 2 : from;
  while (at < limit && (bytes[at] === BLANK || bytes[at] === TAB)) at++;
  if (bytes[at] === CR && bytes[at + 1] === LF && at + 2 <= limit) return { end: at + 2, closes };
  return closes && at === limit ? { end: at, closes } : null;
}
