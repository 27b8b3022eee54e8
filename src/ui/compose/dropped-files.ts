import { append } from '../../lib/append.ts';
import {
  AUDIO_EXTENSIONS,
  UNREADABLE_EXTENSIONS,
  VIDEO_EXTENSIONS,
} from '../../lib/files/file-extensions.ts';

const READABLE = [...AUDIO_EXTENSIONS, ...VIDEO_EXTENSIONS];

/** Types that the file picker offers. */
export const RECORDING_TYPES = ['audio/*', 'video/*', ...READABLE.map((name) => `.${name}`)].join();

const NAME = new RegExp(`\\.(${[...READABLE, ...UNREADABLE_EXTENSIONS].join('|')})$`, 'i');

/** Whether a file of a folder looks like a recording: a folder also has pictures and notes. */
export const looksLikeRecording = ({ name, type }: Pick<File, 'name' | 'type'>): boolean =>
  /^(audio|video)\//.test(type) || NAME.test(name);

/** The files of a drop; of folders, at any depth, those that `among` picks. */
export async function droppedFiles(
  items: readonly DataTransferItem[],
  among: (files: readonly File[]) => File[],
): Promise<File[]> {
  // An item is gone after the event: all entries are taken first.
  const taken = items
    .filter(({ kind }) => kind === 'file')
    .map((item) => ({ entry: item.webkitGetAsEntry?.() ?? null, file: item.getAsFile() }));
  const found = await Promise.all(
    taken.map(async ({ entry, file }) => {
      if (entry?.isDirectory) return among(await filesUnder(entry));
      return file ? [file] : [];
    }),
  );
  return found.flat();
}

async function filesUnder(entry: FileSystemEntry): Promise<File[]> {
  if (isFile(entry)) {
    return [await new Promise<File>((resolve, reject) => entry.file(resolve, reject))];
  }
  if (!isDirectory(entry)) return [];
  const reader = entry.createReader();
  const inside: FileSystemEntry[] = [];
  // A reader returns some of them at a time, and none at the end.
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (some.length === 0) break;
    append(inside, some);
  }
  inside.sort((a, b) => a.name.localeCompare(b.name, undefined, { numeric: true }));
  const files: File[] = [];
  for (const one of inside) append(files, await filesUnder(one));
  return files;
}

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;
const isDirectory = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory;
