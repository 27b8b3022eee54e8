import { parse } from 'content-disposition';
import { bareFilename } from '../../lib/files/bare-filename.ts';

export interface PartHeader {
  /** Name of the form field. */
  name: string | null;
  /** File name without its path; null if the part is a plain field. */
  filename: string | null;
}

/** Parses a part's header (RFC 7578, `filename*` after RFC 8187), in UTF-8 or, from old programs, Latin-1. */
export function parsePartHeader(bytes: Uint8Array): PartHeader {
  const line = decode(bytes)
    .split('\r\n')
    .find((candidate) => /^content-disposition\s*:/i.test(candidate));
  if (line === undefined) return { name: null, filename: null };
  // Browsers write a quotation mark as %22; older programs escape it with a backslash.
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
