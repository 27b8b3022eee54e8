/**
 * The files of the second place, outside IndexedDB, whose database a browser deletes as a whole: of each subject, a log
 * of its latest changes, a compact copy of its settled rows, or both.
 */
const FOLDER = 'second-place';

export const logOf = (subject: string) => `${subject}.log`;
/** Folder of the further parts of a log. */
export const partsOf = (subject: string) => `${subject}.parts`;
export const copyOf = (subject: string) => `${subject}.rows`;
/** The sound of a recording that waits to be transcribed; whole once the empty file beside it is there. */
export const soundOf = (audioId: string) => `${audioId}.sound`;
export const wholeOf = (audioId: string) => `${audioId}.whole`;
/** An empty file whose name says which recording was made of which arrival. */
export const linkOf = (audioId: string, arrivalId: string) => `${audioId}.${arrivalId}.made`;

export interface PlaceNames {
  logs: string[];
  copies: string[];
  links: { audioId: string; arrivalId: string }[];
  /** Recordings whose sound is there, or a part of it. */
  sounds: string[];
  /** Those of them that have all of it. */
  whole: string[];
}

/** Only workers other than service workers have it. */
export interface AppendingHandle {
  createSyncAccessHandle(): Promise<{
    getSize(): number;
    write(bytes: Uint8Array<ArrayBuffer>, options: { at: number }): number;
    truncate(size: number): void;
    flush(): void;
    close(): void;
  }>;
}

const canAppend = (file: object): file is AppendingHandle => 'createSyncAccessHandle' in file;
export const appending = (file: object): AppendingHandle | null => (canAppend(file) ? file : null);

/** Null where it is not there, or the browser keeps no files. */
export async function openFolder(create: boolean): Promise<FileSystemDirectoryHandle | null> {
  const root = await navigator.storage?.getDirectory?.().catch(() => null);
  if (!root) return null;
  return create ? root.getDirectoryHandle(FOLDER, { create }) : orNull(root.getDirectoryHandle(FOLDER));
}

export const orNull = <T>(finding: Promise<T>): Promise<T | null> =>
  finding.catch((error: unknown) => {
    if (error instanceof DOMException && error.name === 'NotFoundError') return null;
    throw error;
  });

/** Works on a subject's files while no other realm does: an open file can be neither opened a second time nor removed. */
export const withFilesOf = <T>(subject: string, work: () => Promise<T>): Promise<T> =>
  navigator.locks.request(`earshot-second-place-${subject}`, work);

/** What is there, by kind. */
export async function listPlace(): Promise<PlaceNames> {
  const names: PlaceNames = { logs: [], copies: [], links: [], sounds: [], whole: [] };
  const folder = await openFolder(false);
  if (!folder) return names;
  const logs = new Set<string>();
  for await (const name of folder.keys()) {
    const [first = '', second = '', third] = name.split('.');
    if (third === 'made') names.links.push({ audioId: first, arrivalId: second });
    else if (name === logOf(first) || name === partsOf(first)) logs.add(first);
    else if (name === copyOf(first)) names.copies.push(first);
    else if (name === soundOf(first)) names.sounds.push(first);
    else if (name === wholeOf(first)) names.whole.push(first);
  }
  return { ...names, logs: [...logs] };
}

/** Has a file be there. */
export async function makeFile(name: string): Promise<void> {
  await (await openFolder(true))?.getFileHandle(name, { create: true });
}

/** Writes a file anew: all of it, or nothing. */
export async function replaceFile(name: string, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  const file = await (await openFolder(true))?.getFileHandle(name, { create: true });
  if (!file) return;
  const writable = await file.createWritable();
  await writable.write(bytes);
  await writable.close();
}

/** Writes a file anew, a part in memory at a time: one that is ended in between has a part of it. */
export async function streamInto(name: string, parts: AsyncIterable<Uint8Array<ArrayBuffer>>): Promise<void> {
  const file = await (await openFolder(true))?.getFileHandle(name, { create: true });
  if (!file) return;
  const open = await appending(file)?.createSyncAccessHandle();
  if (!open) {
    const writable = await file.createWritable();
    for await (const part of parts) await writable.write(part);
    return writable.close();
  }
  try {
    open.truncate(0);
    let at = 0;
    for await (const part of parts) {
      if (open.write(part, { at }) < part.length)
        throw new DOMException('The file was not written.', 'QuotaExceededError');
      at += part.length;
    }
    open.flush();
  } finally {
    open.close();
  }
}

/** A file; null if it is not there. */
export async function readPlaceFile(name: string): Promise<File | null> {
  const folder = await openFolder(false);
  const handle = folder && (await orNull(folder.getFileHandle(name)));
  return handle ? handle.getFile() : null;
}

/** Removes files, as far as they are there. */
export async function removeFiles(...names: string[]): Promise<void> {
  const folder = await openFolder(false);
  if (folder) for (const name of names) await orNull(folder.removeEntry(name));
}
