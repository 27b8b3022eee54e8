import { msg } from '../../../lib/errors/msg.ts';
import { badImport } from '../bad-import.ts';
import { rewriter } from '../vocabulary/patterns.ts';
import data from '../vocabulary/rewrites.json' with { type: 'json' };

/** The first line that has a sign, from 1; 0 if none has. */
const lineWith = (content: string, sign: string): number =>
  content.split('\n').findIndex((row) => row.includes(sign)) + 1;

/** UTF-8, UTF-16, or the encoding that an XML file declares. */
export function decodeText(name: string, bytes: Uint8Array<ArrayBuffer>): string {
  try {
    const content = decoderOf(bytes).decode(bytes);
    const line = lineWith(content, '\0');
    if (line > 0) throw badImport(name, line, msg`it contains bytes that are no text`);
    return content;
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw badImport(
      name,
      lineWith(new TextDecoder().decode(bytes), '\uFFFD'),
      msg`its text is not in UTF-8, the encoding that it must have`,
      error,
    );
  }
}

/** Number of first bytes that show the encoding. */
const HEAD_BYTES = 4096;
/** Times, row breaks and spaces are ASCII in every language, so this share of UTF-16's characters has a byte of 0. */
const LEAST_ZEROS = 0.1;
const DECLARED = /^<\?xml[^>]*?encoding\s*=\s*["']([\w.:-]+)["']/;

function decoderOf(bytes: Uint8Array): TextDecoder {
  const encoding = wideEncoding(bytes) ?? DECLARED.exec(String.fromCharCode(...bytes.subarray(0, 200)))?.[1];
  try {
    const decoder = new TextDecoder(encoding ?? 'utf-8', { fatal: true });
    // A text whose declaration could be read as ASCII is not in UTF-16, whatever it says.
    if (!decoder.encoding.startsWith('utf-16') || wideEncoding(bytes)) return decoder;
  } catch {
    // An unknown encoding: most files are in UTF-8 whatever they declare.
  }
  return new TextDecoder('utf-8', { fatal: true });
}

/** UTF-16 by its byte order mark, or by the places of its zeros; null for anything else. */
function wideEncoding(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  const zeros = [0, 0];
  const head = bytes.subarray(0, HEAD_BYTES);
  head.forEach((byte, at) => {
    if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  });
  const [even = 0, odd = 0] = zeros;
  if (bytes.length % 2 !== 0 || Math.max(even, odd) < (head.length / 2) * LEAST_ZEROS) return null;
  if (even === 0) return 'utf-16le';
  return odd === 0 ? 'utf-16be' : null;
}

const rewritten = rewriter(data.rewrites.seen);
const markdown = rewriter(data.rewrites.markdown);

/** Text whose words are parted by white space only: U+0085 is none to JavaScript. */
export const spacedText = (content: string): string => content.replaceAll('\u0085', ' ');

/** A text without what would keep its rows from being read, found or compared. */
export const seenText = (content: string): string => rewritten(spacedText(content));

/** The plain text of a file in a format that is nearly one: Markdown by the end of its name, or text as it is. */
export const plainText = (name: string, content: string): string =>
  /\.(?:md|markdown)$/i.test(name) ? markdown(content) : content;
