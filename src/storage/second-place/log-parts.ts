import {
  type AppendingHandle,
  appending,
  copyOf,
  logOf,
  openFolder,
  orNull,
  partsOf,
  removeFiles,
  withFilesOf,
} from './place-files.ts';

/**
 * The log of a subject. A thread that can append has one file. A service worker cannot: to write behind a file it copies all of it, so it begins
 * another part before that costs anything.
 */
const COPIED_BYTES = 128 * 1024;

/** A log is settled before it is much larger: typing in a long transcript writes the list of its paragraphs each time. */
export const LARGE_LOG_BYTES = 16e6;

interface LogPart {
  /** Where in the log it begins: its name, but for the first. */
  at: number;
  open: () => Promise<FileSystemFileHandle>;
}

/** In their order. The first one may be gone, where a removal was ended. */
async function listParts(subject: string): Promise<LogPart[]> {
  const folder = await openFolder(false);
  if (!folder) return [];
  const [first, rest] = await Promise.all([
    orNull(folder.getFileHandle(logOf(subject))),
    orNull(folder.getDirectoryHandle(partsOf(subject))),
  ]);
  const parts: LogPart[] = first ? [{ at: 0, open: async () => first }] : [];
  if (rest)
    for await (const name of rest.keys())
      if (/^\d+$/.test(name)) parts.push({ at: Number(name), open: () => rest.getFileHandle(name) });
  return parts.sort((a, b) => a.at - b.at);
}

/** Appends to the log of a subject, and returns its size; null where the browser keeps no files. */
export async function appendToLog(subject: string, bytes: Uint8Array<ArrayBuffer>): Promise<number | null> {
  const folder = await openFolder(true);
  if (!folder) return null;
  const first = { at: 0, open: () => folder.getFileHandle(logOf(subject), { create: true }) };
  const { at, open } = (await listParts(subject)).at(-1) ?? first;
  const file = await open();
  const handle = appending(file);
  if (handle) return at + (await append(handle, bytes));
  const { size } = await file.getFile();
  if (size === 0 || size + bytes.length <= COPIED_BYTES) return at + (await copyAndAppend(file, size, bytes));
  const parts = await folder.getDirectoryHandle(partsOf(subject), { create: true });
  const next = await parts.getFileHandle(String(at + size), { create: true });
  return at + size + (await copyAndAppend(next, 0, bytes));
}

async function append(file: AppendingHandle, bytes: Uint8Array<ArrayBuffer>): Promise<number> {
  const open = await file.createSyncAccessHandle();
  try {
    const at = open.getSize();
    const written = open.write(bytes, { at });
    if (written < bytes.length) throw new DOMException('The file was not written.', 'QuotaExceededError');
    open.flush();
    return at + written;
  } finally {
    open.close();
  }
}

async function copyAndAppend(
  file: FileSystemFileHandle,
  size: number,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<number> {
  const writable = await file.createWritable({ keepExistingData: size > 0 });
  await writable.write({ type: 'write', position: size, data: bytes });
  await writable.close();
  return size + bytes.length;
}

/** The parts of a log, in their order; none where there is no log. */
export const readLog = async (subject: string): Promise<File[]> =>
  Promise.all((await listParts(subject)).map(async ({ open }) => (await open()).getFile()));

export const hasLog = async (subject: string): Promise<boolean> => (await listParts(subject)).length > 0;

export const logSize = async (subject: string): Promise<number> =>
  (await readLog(subject)).reduce((sum, { size }) => sum + size, 0);

/** When the log was last written, in milliseconds since 1970; null if there is none. */
export const logWrittenAt = async (subject: string): Promise<number | null> =>
  (await readLog(subject)).at(-1)?.lastModified ?? null;

/** The oldest part goes first: behind the copy, what is left by an end in between changes nothing. */
export async function removeLog(subject: string): Promise<void> {
  await removeFiles(logOf(subject));
  const folder = await openFolder(false);
  const parts = folder && (await orNull(folder.getDirectoryHandle(partsOf(subject))));
  if (!parts) return;
  for (const { at } of await listParts(subject)) await orNull(parts.removeEntry(String(at)));
  await orNull(folder.removeEntry(partsOf(subject), { recursive: true }));
}

export const removeSubject = (subject: string): Promise<void> =>
  withFilesOf(subject, async () => {
    await removeLog(subject);
    await removeFiles(copyOf(subject));
  });
