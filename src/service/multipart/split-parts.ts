import { AppError } from '../../lib/errors.ts';
import { declaredLength } from '../../media/declared-length.ts';
import { type FindBytes, prepareSearch } from './find-bytes.ts';
import { overlappingWindows } from './overlapping-windows.ts';
import { type PartHeader, parsePartHeader } from './part-header.ts';

export interface Part extends PartHeader {
  /** A slice of the body; nothing is copied. */
  content: Blob;
}

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
  new AppError('invalid_request', `The multipart body cannot be read: ${what}.`);

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
export async function splitParts(body: Blob, boundary: string, options: SplitOptions = {}): Promise<Part[]> {
  return new MultipartBody(body, boundary, options).parts();
}

export interface SplitOptions {
  /** How much of the body is in memory at once. */
  windowBytes?: number;
  /** Minimum size of a file whose declared length is trusted. */
  largePartBytes?: number;
}

class MultipartBody {
  readonly #body: Blob;
  readonly #marker: Uint8Array;
  readonly #find: FindBytes;
  readonly #options: Required<SplitOptions>;

  constructor(body: Blob, boundary: string, options: SplitOptions) {
    this.#body = body;
    this.#marker = encode(`${CRLF}--${boundary}`);
    this.#find = prepareSearch(this.#marker);
    this.#options = { windowBytes: WINDOW_BYTES, largePartBytes: LARGE_PART_BYTES, ...options };
  }

  async parts(): Promise<Part[]> {
    const parts: Part[] = [];
    let delimiter = (await this.#opening()) ?? (await this.#search(0));
    if (!delimiter) throw malformed('it does not contain the boundary that Content-Type names');
    while (!delimiter.closes) {
      if (parts.length === MAX_PARTS) throw malformed(`it has more than ${MAX_PARTS} parts`);
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
    return prepareSearch(opening)(head, 0) === 0 ? this.#readLineEnd(0, opening.length) : null;
  }

  async #search(from: number): Promise<Delimiter | null> {
    const overlap = this.#marker.length - 1;
    for await (const window of overlappingWindows(this.#body, from, overlap, this.#options.windowBytes)) {
      for (let at = this.#find(window.bytes, 0); at >= 0; at = this.#find(window.bytes, at + 1)) {
        const start = window.start + at;
        const delimiter = await this.#readLineEnd(start, start + this.#marker.length);
        if (delimiter) return delimiter;
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
    return this.#readLineEnd(start, start + this.#marker.length);
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

  /**
   * What follows the boundary on its line: `--` for the last one, blanks for the others; null for anything else,
   * because only whole lines count: a longer word that starts like the boundary is content.
   */
  async #readLineEnd(start: number, from: number): Promise<Delimiter | null> {
    const rest = new TextDecoder('latin1').decode(await this.#read(from, MAX_LINE_END_BYTES));
    const match = /^(?:(--)[ \t]*(?:\r\n|$)|[ \t]*\r\n)/.exec(rest);
    return match && { start, end: from + match[0].length, closes: match[1] !== undefined };
  }

  async #read(start: number, length: number): Promise<Uint8Array> {
    return new Uint8Array(await this.#body.slice(start, start + length).arrayBuffer());
  }
}
