import { wrap } from 'comlink';
import { readStoredModelFilesFrom, type StoredModelFiles } from '../../../models/store/stored-model-files.ts';
import type { SharedModelFiles } from '../shared/share-model-files.ts';

/** Every worker imports this before it exposes its calls, so that storage lent by the page is in place first. */
addEventListener('message', ({ data }: MessageEvent<Partial<SharedModelFiles> | null>) => {
  if (data?.type !== 'lent-files' || !data.port) return;
  const { get, list, chunk } = wrap<StoredModelFiles>(data.port);
  readStoredModelFilesFrom({ get, list, chunk });
});
