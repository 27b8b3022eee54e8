import { wrap } from 'comlink';
import { readStoredFilesFrom, type StoredFiles } from '../models/stored-files.ts';
import type { LentFiles } from './lend-files.ts';

/** Imported by every worker before it offers its calls: where the page lends its storage, that comes first. */
addEventListener('message', ({ data }: MessageEvent<Partial<LentFiles> | null>) => {
  if (data?.type !== 'lent-files' || !data.port) return;
  const { get, list, read } = wrap<StoredFiles>(data.port);
  readStoredFilesFrom({ get, list, read });
});
