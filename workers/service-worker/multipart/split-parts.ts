import { AppError } from '../../../src/lib/errors.ts';
import { prepareSearch } from './find-bytes.ts';
import { type PartHeader, parsePartHeader } from './part-header.ts';

export interface Part extends PartHeader {
  /** Refers to the body; nothing is copied. */
  content: Blob;
}

/** Read at once: enough to make reading cheap, little enough to cost no memory worth speaking of. */
const CHUNK_BYTES = 4 * 1024 * 1024;

const MAX_HEADER_BYTES = 16 * 1024;
const MAX_PARTS = 100;
const MAX_LINE_END_BYTES = 128;

const CRLF = '\r\n';
const encode = (text: string) => new TextEncoder().encode(text);
const malformed = (what: string) =>
  new AppError('invalid_request', `The multipart body cannot be read: ${what}.`);

/** Where a delimiter line lies: its first byte, and the first byte after it. */
interface Delimiter {
  start: number;
  end: number;
  closes: boolean;
}

/**
 * Splits a `multipart/form-data` body (RFC 7578, RFC 2046) into its parts without copying them: the body is searched
 * for its delimiter lines chunk by chunk, and every content is a slice of it. 400 when it is malformed or cut off.
 *
 * @param chunkBytes how much of the body is in memory at once
 */
export async function splitParts(body: Blob, boundary: string, chunkBytes = CHUNK_BYTES): Promise<Part[]> {
  const parts: Part[] = [];
  let previous: Delimiter | null = null;
  for await (const delimiter of delimiters(body, boundary, chunkBytes)) {
    if (previous) parts.push(await readPart(body.slice(previous.end, delimiter.start)));
    if (parts.length > MAX_PARTS) throw malformed(`it has more than ${MAX_PARTS} parts`);
    previous = delimiter;
    if (delimiter.closes) return parts;
  }
  if (!previous) throw malformed('it does not contain the boundary that Content-Type names');
  throw malformed('it is cut off before its closing boundary');
}

async function readPart(part: Blob): Promise<Part> {
  const head = new Uint8Array(await part.slice(0, MAX_HEADER_BYTES).arrayBuffer());
  // A part without header lines starts with the empty line that ends them.
  const headerless = head[0] === 0x0d && head[1] === 0x0a;
  const headerEnd = headerless ? 0 : prepareSearch(encode(CRLF + CRLF))(head, 0);
  if (headerEnd < 0) throw malformed(`a part has no end of its header within ${MAX_HEADER_BYTES} bytes`);
  const contentStart = headerEnd + (headerless ? 2 : 4);
  return { ...parsePartHeader(head.subarray(0, headerEnd)), content: part.slice(contentStart) };
}

/** The delimiter lines in order. Only whole lines count: a longer word that begins like the boundary is content. */
async function* delimiters(body: Blob, boundary: string, chunkBytes: number): AsyncGenerator<Delimiter> {
  const marker = encode(`${CRLF}--${boundary}`);
  const find = prepareSearch(marker);
  // The first delimiter may stand at the very beginning, with no line break before it.
  const opening = marker.subarray(CRLF.length);
  if (prepareSearch(opening)(await read(body, 0, opening.length), 0) === 0) {
    const line = await readLineEnd(body, opening.length);
    if (line) yield { start: 0, ...line };
  }
  const stride = Math.max(chunkBytes, marker.length);
  for (let chunkStart = 0; chunkStart < body.size; chunkStart += stride) {
    // A marker may lie across the border of two chunks: each reads on to where the last one in it may end.
    const chunk = await read(body, chunkStart, stride + marker.length - 1);
    for (let at = find(chunk, 0); at >= 0; at = find(chunk, at + marker.length)) {
      const start = chunkStart + at;
      const line = await readLineEnd(body, start + marker.length);
      if (line) yield { start, ...line };
    }
  }
}

const read = async (body: Blob, start: number, length: number) =>
  new Uint8Array(await body.slice(start, start + length).arrayBuffer());

/** What follows the boundary in its line: `--` for the last one, blanks for the others; null for anything else. */
async function readLineEnd(body: Blob, from: number): Promise<{ end: number; closes: boolean } | null> {
  const rest = new TextDecoder('latin1').decode(await read(body, from, MAX_LINE_END_BYTES));
  const match = /^(?:(--)[ \t]*(?:\r\n|$)|[ \t]*\r\n)/.exec(rest);
  return match && { end: from + match[0].length, closes: match[1] !== undefined };
}
