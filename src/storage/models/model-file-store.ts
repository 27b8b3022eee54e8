import { AppError } from '../../lib/errors/errors.ts';
import { msg } from '../../lib/errors/msg.ts';
import { changeStores } from '../database/change-stores.ts';
import { database, readStores } from '../database/database.ts';
import { ensureRoom } from '../database/quota.ts';
import { type ModelFileRecord, modelFileRecord } from '../database/records.ts';
import { bytesOf, toStored } from '../database/stored-bytes.ts';

/** Describes a model of the user's own, stored among its files. */
export const OWN_MODEL_DESCRIPTION = 'earshot-model.json';

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
  const parsed = modelFileRecord.parse(record);
  await changeStores(['model-files'], (transaction) => transaction.objectStore('model-files').put(parsed));
}

/** Appends bytes to a file and updates its record, or neither: a download can always resume from `received`. */
export async function appendModelChunk(
  record: ModelFileRecord,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<ModelFileRecord> {
  const next = { ...record, received: record.received + bytes.length, chunks: record.chunks + 1 };
  const parsed = modelFileRecord.parse(next);
  await ensureRoom(bytes.length);
  const stored = toStored(bytes);
  await changeStores(
    ['model-files', 'model-pieces'],
    (transaction) =>
      Promise.all([
        transaction.objectStore('model-files').put(parsed),
        transaction.objectStore('model-pieces').put(stored, [record.model_id, record.path, record.chunks]),
      ]),
    bytes.length,
  );
  return next;
}

/** One chunk of a file, counted from 0. Throws 503 `model_missing` if it is not stored. */
export async function readModelChunk(modelId: string, path: string, index: number): Promise<ArrayBuffer> {
  const [piece, old] = await readStores((db) => {
    const transaction = db.transaction(['model-pieces', 'model-chunks']);
    return Promise.all([
      transaction.objectStore('model-pieces').get([modelId, path, index]),
      // Written by versions up to 4.
      transaction.objectStore('model-chunks').get([modelId, path, index]),
    ]);
  });
  const stored = piece ?? old;
  if (stored) return bytesOf(stored);
  throw new AppError('model_missing', msg`Part of the model file ${path} is missing.`, {
    remedy: msg`Delete the model and download it again.`,
  });
}

export async function deleteModelFile(modelId: string, path: string): Promise<void> {
  await changeStores(['model-files', 'model-pieces', 'model-chunks'], (transaction) =>
    Promise.all([
      transaction.objectStore('model-files').delete([modelId, path]),
      transaction.objectStore('model-pieces').delete(chunksOf(modelId, path)),
      transaction.objectStore('model-chunks').delete(chunksOf(modelId, path)),
    ]),
  );
}
