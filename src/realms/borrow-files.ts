import { wrap } from 'comlink';
import { readStoredFilesFrom, type StoredFiles } from '../models/stored-files.ts';
import type { LentFiles } from './lend-files.ts';

/** Every worker imports this before it exposes its calls, so that storage lent by the page is in place first. */
addEventListener('message', ({ data }: MessageEvent<Partial<LentFiles> | null>) => {
  if (data?.type !== 'lent-files' || !data.port) return;
  const { get, list, read } = wrap<StoredFiles>(data.port);
  readStoredFilesFrom({ get, list, read });
});
