import { commit } from './commit.ts';
import { database } from './database.ts';
import { withQuota } from './quota.ts';
import { type ModelFileRecord, modelFileRecord } from './records.ts';

const chunksOf = (modelId: string, path: string) => IDBKeyRange.bound([modelId, path], [modelId, path, []]);

export async function getModelFile(modelId: string, path: string): Promise<ModelFileRecord | null> {
  const db = await database();
  const value = await db.get('model-files', [modelId, path]);
  return value === undefined ? null : modelFileRecord.parse(value);
}

export async function listModelFiles(): Promise<ModelFileRecord[]> {
  const db = await database();
  return (await db.getAll('model-files')).map((value) => modelFileRecord.parse(value));
}

export async function putModelFile(record: ModelFileRecord): Promise<void> {
  const db = await database();
  await db.put('model-files', modelFileRecord.parse(record));
}

/** Appends bytes to a file and updates its record, or neither: a download can always resume from `received`. */
export async function appendModelChunk(record: ModelFileRecord, bytes: Blob): Promise<ModelFileRecord> {
  const next = { ...record, received: record.received + bytes.size, chunks: record.chunks + 1 };
  const parsed = modelFileRecord.parse(next);
  return withQuota(bytes.size, async () => {
    const db = await database();
    const transaction = db.transaction(['model-files', 'model-chunks'], 'readwrite');
    await commit(transaction, [
      transaction.objectStore('model-files').put(parsed),
      transaction.objectStore('model-chunks').put(bytes, [record.model_id, record.path, record.chunks]),
    ]);
    return next;
  });
}

/** The file's bytes so far, as one Blob that refers to the stored chunks. */
export async function readModelFile(modelId: string, path: string): Promise<Blob> {
  const db = await database();
  return new Blob(await db.getAll('model-chunks', chunksOf(modelId, path)));
}

export async function deleteModelFile(modelId: string, path: string): Promise<void> {
  const db = await database();
  const transaction = db.transaction(['model-files', 'model-chunks'], 'readwrite');
  await commit(transaction, [
    transaction.objectStore('model-files').delete([modelId, path]),
    transaction.objectStore('model-chunks').delete(chunksOf(modelId, path)),
  ]);
}
