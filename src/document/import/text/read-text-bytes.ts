import { msg } from '../../../lib/errors/msg.ts';
import { badImport } from '../bad-import.ts';
import { LIMITS, MARKS, REWRITE } from '../vocabulary/patterns.ts';

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

/** UTF-16 without a mark, by which of two bytes is 0; null for anything else. */
function wideBy(head: string): string | null {
  const [first = 0, second = 0] = [0, 1].map(
    (half) => [...head].filter((sign, at) => sign === '\0' && at % 2 === half).length,
  );
  if (first + second < head.length * LIMITS.zeroBytes) return null;
  return first === 0 ? 'utf-16le' : second === 0 ? 'utf-16be' : null;
}

/** The encoding by its byte order mark or its zeros, or as it is declared; UTF-8 where neither is so, or no program has such a name. */
function decoderOf(bytes: Uint8Array): TextDecoder {
  const head = String.fromCharCode(...bytes.subarray(0, 200));
  const marked = head.startsWith('\xFF\xFE')
    ? 'utf-16le'
    : head.startsWith('\xFE\xFF')
      ? 'utf-16be'
      : bytes.length % 2 === 0
        ? wideBy(head)
        : null;
  const declared = MARKS.xmlEncoding.exec(head)?.[1] ?? 'utf-8';
  // A text whose declaration could be read as ASCII is not in UTF-16.
  const named = /^utf-?16/i.test(declared) ? 'utf-8' : declared;
  try {
    return new TextDecoder(marked ?? named, { fatal: true });
  } catch {
    // Most files are in UTF-8 whatever they declare.
    return new TextDecoder('utf-8', { fatal: true });
  }
}

/** Text whose words are parted by white space only: U+0085 is none to JavaScript. */
export const spacedText = (content: string): string => content.replaceAll('\u0085', ' ');

/** A text without what would keep its rows from being read, found or compared. */
export const seenText = (content: string): string => REWRITE.seen(spacedText(content));

/** The plain text of a file in a format that is nearly one: Markdown by the end of its name, or text as it is. */
export const plainText = (name: string, content: string): string =>
  /\.(?:md|REWRITE.markdown)$/i.test(name) ? REWRITE.markdown(content) : content;
