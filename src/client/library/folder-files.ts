/** A file below a folder, with the folder that it is in. */
export interface FolderFile {
  /** Below the watched folder: "May/talk.mp3". */
  path: string;
  handle: FileSystemFileHandle;
  parent: FileSystemDirectoryHandle;
}

/** Folders within folders are read to this depth. */
const DEEPEST = 8;

/** All files below a folder, in order of their names; hidden ones are left out. */
export async function* filesBelow(
  folder: FileSystemDirectoryHandle,
  prefix = '',
  depth = 0,
): AsyncGenerator<FolderFile> {
  const inside: (FileSystemFileHandle | FileSystemDirectoryHandle)[] = [];
  for await (const one of folder.values()) inside.push(one);
  inside.sort((a, b) => a.name.localeCompare(b.name, undefined, { numeric: true }));
  for (const one of inside) {
    const path = `${prefix}${one.name}`;
    if (one.name.startsWith('.')) continue;
    if (one.kind === 'file') yield { path, handle: one, parent: folder };
    else if (depth < DEEPEST) yield* filesBelow(one, `${path}/`, depth + 1);
  }
}

/** The folder of a path below another folder; null if it is gone. */
export async function parentOf(
  folder: FileSystemDirectoryHandle,
  path: string,
): Promise<FileSystemDirectoryHandle | null> {
  let parent = folder;
  for (const step of path.split('/').slice(0, -1)) {
    const next = await parent.getDirectoryHandle(step).catch(orNull);
    if (!next) return null;
    parent = next;
  }
  return parent;
}

/** Writes a file, whole or not at all, in folders that are made where they are missing. Overwrites it. */
export async function writeBelow(
  folder: FileSystemDirectoryHandle,
  path: string,
  content: Blob,
): Promise<void> {
  const steps = path.split('/');
  const name = steps.pop() ?? path;
  let parent = folder;
  for (const step of steps) parent = await parent.getDirectoryHandle(step, { create: true });
  const file = await parent.getFileHandle(name, { create: true });
  const writable = await file.createWritable();
  await writable.write(content);
  await writable.close();
}

export async function existsBelow(folder: FileSystemDirectoryHandle, path: string): Promise<boolean> {
  const parent = await parentOf(folder, path);
  const name = path.split('/').at(-1) ?? path;
  return parent !== null && (await parent.getFileHandle(name).catch(orNull)) !== null;
}

/** Null for what does not exist, or is a folder where a file was meant. */
function orNull(error: unknown): null {
  if (error instanceof DOMException && /^(NotFoundError|TypeMismatchError)$/.test(error.name)) return null;
  throw error;
}
