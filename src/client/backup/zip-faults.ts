import { badBackup } from './backup-format.ts';

const ZIP = ['PK\x03\x04', 'PK\x05\x06', 'PK\x07\x08'];
/** Other archives by how they begin. */
const OTHERS: readonly [start: string, name: string][] = [
  ['7z\xbc\xaf', 'a 7-Zip archive'],
  ['Rar!', 'a RAR archive'],
  ['\x1f\x8b', 'a gzip archive'],
  ['\xfd7zXZ', 'an XZ archive'],
  ['BZh', 'a bzip2 archive'],
];

/** What is wrong with a file whose list of contents cannot be read, to follow its name. */
export async function archiveFault(file: Blob, cause: unknown): Promise<string> {
  if (isUnreadable(cause)) return cannotBeRead(cause);
  if (file.size === 0) return 'is empty';
  const start = String.fromCharCode(...new Uint8Array(await file.slice(0, 8).arrayBuffer()));
  if (!ZIP.some((mark) => start.startsWith(mark))) {
    const [, other] = OTHERS.find(([mark]) => start.startsWith(mark)) ?? [];
    return other ? `is ${other}, not a zip archive` : 'is not a zip archive';
  }
  const zip = await import('@zip.js/zip.js/lib/zip-core.js');
  switch (messageOf(cause)) {
    case zip.ERR_EOCDR_NOT_FOUND:
    case zip.ERR_BAD_FORMAT:
      return 'is a zip archive without its end: it was cut off, such as by a download or a copy that did not finish';
    case zip.ERR_SPLIT_ZIP_FILE:
      return 'is one part of a split archive: join the parts first';
    case zip.ERR_ENCRYPTED_CENTRAL_DIRECTORY:
      return 'is an encrypted archive: unpack it with its password, and pack the files again without one';
    case zip.ERR_UNSAFE_FILENAME:
      return 'contains a path that leads out of its folder, so it is not a backup';
    default:
      return `is a zip archive whose list of contents is damaged (${messageOf(cause)})`;
  }
}

/** A 400 that says why a file of the archive cannot be read. */
export async function damaged(path: string, cause: unknown): Promise<Error> {
  return badBackup(`${JSON.stringify(path)} ${await fileFault(cause)}`, cause);
}

async function fileFault(cause: unknown): Promise<string> {
  if (isUnreadable(cause)) return cannotBeRead(cause);
  const zip = await import('@zip.js/zip.js/lib/zip-core.js');
  switch (messageOf(cause)) {
    case zip.ERR_INVALID_CRC32:
      return 'is damaged: its checksum is not that of its bytes';
    case zip.ERR_UNSUPPORTED_COMPRESSION:
      return 'is packed in a way that this app does not know: pack the files again without compression';
    case zip.ERR_ENCRYPTED:
    case zip.ERR_UNSUPPORTED_ENCRYPTION:
      return 'is encrypted';
    default:
      return `is damaged (${messageOf(cause)})`;
  }
}

/** The browser's own errors, such as that of a file that was changed or deleted since it was chosen. */
const isUnreadable = (cause: unknown): cause is DOMException => cause instanceof DOMException;

const cannotBeRead = ({ name }: DOMException) =>
  `could not be read (${name}): check that it is still where it was, and choose it again`;

const messageOf = (cause: unknown) => (cause instanceof Error ? cause.message : String(cause));
