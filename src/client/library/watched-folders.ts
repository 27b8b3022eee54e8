import {
  getWatchedFolder,
  retryWatchedFiles,
  setWatchedFolder,
} from '../../storage/library/watched-store.ts';

interface Permissions {
  queryPermission?(how: { mode: 'readwrite' }): Promise<PermissionState>;
  requestPermission?(how: { mode: 'readwrite' }): Promise<PermissionState>;
}

declare global {
  var showDirectoryPicker:
    | ((options: { id: string; mode: 'readwrite' }) => Promise<FileSystemDirectoryHandle>)
    | undefined;
}

const HOW = { mode: 'readwrite' } as const;
/** Marks for the next page that a folder is watched, which then need not open the database. */
const STORED = 'earshot-watches-folder';

/** The folder that is watched, and the browser's leave to use it. */
export const watchedFolders = {
  get: getWatchedFolder,
  retry: retryWatchedFiles,
  async set(...[folder, known]: Parameters<typeof setWatchedFolder>): Promise<void> {
    await setWatchedFolder(folder, known);
    if (folder) localStorage.setItem(STORED, 'yes');
    else localStorage.removeItem(STORED);
  },
  /** The folder that the user chooses; null for none. */
  async pick(): Promise<FileSystemDirectoryHandle | null> {
    const picking = globalThis.showDirectoryPicker?.({ id: 'watched', ...HOW });
    return (await picking?.catch(orNothing)) ?? null;
  },
  async mayUse(handle: FileSystemDirectoryHandle & Permissions): Promise<boolean> {
    return ((await handle.queryPermission?.(HOW)) ?? 'granted') === 'granted';
  },
  async ask(handle: FileSystemDirectoryHandle & Permissions): Promise<boolean> {
    return ((await handle.requestPermission?.(HOW)) ?? 'granted') === 'granted';
  },
};

/** The user chose nothing. */
function orNothing(error: unknown): null {
  if (error instanceof DOMException && error.name === 'AbortError') return null;
  throw error;
}
