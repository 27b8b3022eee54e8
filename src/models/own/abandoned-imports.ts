import { announce } from '../../contract/realms/channel.ts';
import type { ModelFileRecord } from '../../storage/database/records.ts';
import {
  deleteModelFile,
  listModelFiles,
  OWN_MODEL_DESCRIPTION,
} from '../../storage/models/model-file-store.ts';
import { catalogue } from '../manifest/catalogue.ts';
import { modelLock } from '../store/model-lock.ts';

/**
 * Deletes files of own models whose import, or deletion, was cut off: without a description no list shows them. A model that another
 * version of the app lists was downloaded, so its files have a revision or an etag, and remain.
 */
export async function deleteAbandonedImports(): Promise<void> {
  const known = new Set(catalogue.map(({ id }) => id));
  const files = new Map<string, ModelFileRecord[]>();
  for (const record of await listModelFiles()) {
    if (!known.has(record.model_id))
      files.set(record.model_id, [...(files.get(record.model_id) ?? []), record]);
  }
  for (const [id, records] of files) if (isAbandoned(records)) await deleteUnlessLocked(id);
}

const isAbandoned = (records: readonly ModelFileRecord[]): boolean =>
  records.every(({ revision, etag }) => revision === null && etag === null) &&
  !records.some(({ path, complete }) => path === OWN_MODEL_DESCRIPTION && complete);

/** Reads them once more under the lock: an import may just have ended. */
async function deleteUnlessLocked(id: string): Promise<void> {
  await navigator.locks.request(modelLock(id), { ifAvailable: true }, async (lock) => {
    const records = lock ? (await listModelFiles()).filter(({ model_id }) => model_id === id) : [];
    if (records.length === 0 || !isAbandoned(records)) return;
    for (const { path } of records) await deleteModelFile(id, path);
    announce({ type: 'models-changed' });
  });
}
