import { type TranscriptFormat, transcriptFormat } from '../../contract/transcripts/transcript-formats.ts';
import { z } from '../../lib/zod.ts';
import { changeStores } from '../database/change-stores.ts';
import { database } from '../database/database.ts';

const KEY = 'watched-folder';

/** The folder whose new recordings are transcribed. */
export interface WatchedFolder {
  handle: FileSystemDirectoryHandle;
  /** Format of the files that are written beside the recordings. */
  format: TranscriptFormat;
  /** Template of their names. */
  fileName: string;
}

/** A file of that folder which is known: it is not queued again unless it changes. */
export const watchedFile = z.object({
  /** Below the folder: "May/talk.mp3". */
  path: z.string(),
  size: z.number(),
  /** Milliseconds since 1970. */
  modified: z.number(),
  /** Null for a file that was there before. */
  job_id: z.string().nullable(),
  /** Whether its result was written, or will never be. */
  settled: z.boolean(),
  /** Why it could not be queued or its result not written; null if that succeeded, or was not tried. */
  failure: z
    .object({
      reason: z.string(),
      tries: z.int().min(1),
      /** Milliseconds since 1970 of the next try; null if only a change of the file brings one. */
      next: z.number().nullable(),
    })
    .nullable()
    .default(null),
});

export type WatchedFile = z.infer<typeof watchedFile>;

/** Null if no folder is watched. */
export async function getWatchedFolder(): Promise<WatchedFolder | null> {
  const stored: unknown = await (await database()).get('settings', KEY);
  if (typeof stored !== 'object' || stored === null) return null;
  const handle: unknown = Reflect.get(stored, 'handle');
  const { data } = z.object({ format: transcriptFormat, fileName: z.string() }).safeParse(stored);
  return data && handle instanceof FileSystemDirectoryHandle ? { handle, ...data } : null;
}

/** Watches another folder, or none. What is known of it comes in the same transaction, so that nothing of that is queued later. */
export async function setWatchedFolder(
  folder: WatchedFolder | null,
  known: readonly WatchedFile[] = [],
): Promise<void> {
  await changeStores(['settings', 'watched-files'], async (transaction) => {
    const settings = transaction.objectStore('settings');
    const files = transaction.objectStore('watched-files');
    await Promise.all([
      folder ? settings.put(folder, KEY) : settings.delete(KEY),
      files.clear(),
      ...known.map((file) => files.put(file)),
    ]);
  });
}

export async function listWatchedFiles(): Promise<Map<string, WatchedFile>> {
  const rows = await (await database()).getAll('watched-files');
  return new Map(
    rows.flatMap((row) => {
      const { data } = watchedFile.safeParse(row);
      return data ? [[data.path, data] as const] : [];
    }),
  );
}

export async function putWatchedFile(file: WatchedFile): Promise<void> {
  await changeStores(['watched-files'], async (transaction) => {
    await transaction.objectStore('watched-files').put(file);
  });
}

/** Lets every file that failed have its turn now. */
export async function retryWatchedFiles(): Promise<void> {
  await changeStores(['watched-files'], async (transaction) => {
    const store = transaction.objectStore('watched-files');
    for (let cursor = await store.openCursor(); cursor; cursor = await cursor.continue()) {
      const { data } = watchedFile.safeParse(cursor.value);
      if (data?.failure) await cursor.update({ ...data, failure: { ...data.failure, tries: 1, next: 0 } });
    }
  });
}
