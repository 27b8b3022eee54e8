import { msg } from '../../lib/errors/msg.ts';
import { badImport } from './bad-import.ts';

const LINE_FEED = 10;

/** UTF-8, or UTF-16 with its mark. */
export function decodeText(name: string, bytes: Uint8Array<ArrayBuffer>): string {
  const [first, second] = bytes;
  const wide =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : null;
  try {
    const content = new TextDecoder(wide ?? 'utf-8', { fatal: true }).decode(bytes);
    const line = content.split('\n').findIndex((row) => row.includes('\0'));
    if (line >= 0) throw badImport(name, line + 1, msg`it contains bytes that are no text`);
    return content;
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw badImport(
      name,
      faultyLine(bytes),
      msg`its text is not in UTF-8, the encoding that it must have`,
      error,
    );
  }
}

/** The line, from 1, in which the first byte stands that is not UTF-8. */
function faultyLine(bytes: Uint8Array<ArrayBuffer>): number {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let line = 1;
  for (let from = 0; from < bytes.length; line++) {
    const feed = bytes.indexOf(LINE_FEED, from);
    const end = feed < 0 ? bytes.length : feed + 1;
    try {
      decoder.decode(bytes.subarray(from, end));
    } catch {
      return line;
    }
    from = end;
  }
  return line;
}
