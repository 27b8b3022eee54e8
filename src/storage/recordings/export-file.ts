/** Exports are written there, in the origin's private files: the browser copies them when they are downloaded. */
const FOLDER = 'exports';
/** What is older belongs to a tab that was closed: no download is copied for so long. */
const OLDEST_MS = 60 * 60_000;

/** A file that is written on the disk, so that its size is not bounded by memory. */
export interface ExportFile {
  /** Takes writes at any place. */
  writable: FileSystemWritableFileStream;
  /** The file once all of it is written; `sweepExportFiles` removes it when it is an hour old. */
  read(): Promise<File>;
  /** Removes what was written. */
  remove(): Promise<void>;
}

/** A new file; null where the browser keeps none, such as in private windows of some. */
export async function openExportFile(): Promise<ExportFile | null> {
  try {
    const folder = await exportsFolder(true);
    if (!folder) return null;
    const name = crypto.randomUUID();
    const handle = await folder.getFileHandle(name, { create: true });
    const writable = await handle.createWritable();
    return { writable, read: () => handle.getFile(), remove: () => folder.removeEntry(name) };
  } catch (error) {
    console.info('Exports are made in memory:', error);
    return null;
  }
}

/** Removes the exports of tabs that were closed. */
export async function sweepExportFiles(now: number): Promise<void> {
  const folder = await exportsFolder(false);
  if (!folder) return;
  for await (const [name, handle] of folder.entries()) {
    const isOld =
      handle instanceof FileSystemFileHandle && (await handle.getFile()).lastModified < now - OLDEST_MS;
    if (isOld) await folder.removeEntry(name);
  }
}

async function exportsFolder(create: boolean): Promise<FileSystemDirectoryHandle | null> {
  const root = await navigator.storage?.getDirectory?.();
  return root?.getDirectoryHandle(FOLDER, { create }).catch(() => null) ?? null;
}
