import type { ModelFileRecord } from '../../storage/database/records.ts';
import { getModelFile, listModelFiles, readModelChunk } from '../../storage/models/model-file-store.ts';

/** Reads stored model files. */
export interface StoredModelFiles {
  get(modelId: string, path: string): Promise<ModelFileRecord | null>;
  list(): Promise<ModelFileRecord[]>;
  /** One of the file's chunks, counted from 0. Throws 503 `model_missing` if it is not stored. */
  chunk(modelId: string, path: string, index: number): Promise<ArrayBuffer>;
}

const ofThisRealm: StoredModelFiles = { get: getModelFile, list: listModelFiles, chunk: readModelChunk };

let source = ofThisRealm;

/** Reads from another realm from now on: if the browser denies storage, only the page has the files, in memory. */
export function readStoredModelFilesFrom(other: StoredModelFiles): void {
  source = other;
}

export const storedModelFiles: StoredModelFiles = {
  get: (modelId, path) => source.get(modelId, path),
  list: () => source.list(),
  chunk: (modelId, path, index) => source.chunk(modelId, path, index),
};

/** The stored bytes of a file, in order. Throws 503 `model_missing` if a part is missing. */
export async function* storedBytes({
  model_id,
  path,
  chunks,
}: ModelFileRecord): AsyncGenerator<Uint8Array<ArrayBuffer>, void, undefined> {
  for (let index = 0; index < chunks; index++) {
    yield new Uint8Array(await source.chunk(model_id, path, index));
  }
}
