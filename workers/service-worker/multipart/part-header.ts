import { parse } from 'content-disposition';

export interface PartHeader {
  /** Name of the form field. */
  name: string | null;
  /** Name of the file, without its path; null when the part is a plain field. */
  filename: string | null;
}

const MAX_FILENAME_LENGTH = 255;

/**
 * Reads the header lines of one part (RFC 7578; `filename*` after RFC 8187, as some programs send it). Names are UTF-8,
 * or else what old programs send: Latin-1.
 */
export function parsePartHeader(bytes: Uint8Array): PartHeader {
  const line = decode(bytes)
    .split('\r\n')
    .find((candidate) => /^content-disposition\s*:/i.test(candidate));
  if (line === undefined) return { name: null, filename: null };
  // Browsers write a quotation mark as %22; older programs put a backslash before it.
  const value = line.slice(line.indexOf(':') + 1).replaceAll(/\\"(?!\s*(;|$))/g, '%22');
  const { type, parameters } = parse(value, { multipart: true });
  if (type !== 'form-data') return { name: null, filename: null };
  const filename = parameters.filename;
  return {
    name: parameters.name ?? null,
    filename: filename === undefined ? null : bareFilename(filename),
  };
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('latin1').decode(bytes);
  }
}

/** The name without path and control characters, at most 255 long; `audio` when nothing is left. */
export function bareFilename(filename: string): string {
  const last = filename.split(/[/\\]/).at(-1) ?? '';
  const clean = last.replaceAll(/\p{Cc}/gu, '').trim();
  if (/^\.{0,2}$/.test(clean)) return 'audio';
  if (clean.length <= MAX_FILENAME_LENGTH) return clean;
  const extension = /\.[^.]{1,10}$/.exec(clean)?.[0] ?? '';
  // A cut must not leave half a character behind.
  const stem = clean.slice(0, MAX_FILENAME_LENGTH - extension.length).replace(/[\uD800-\uDBFF]$/, '');
  return stem + extension;
}
