import { getModelFile, listModelFiles, readModelFile } from '../storage/model-file-store.ts';
import type { ModelFileRecord } from '../storage/records.ts';

/** Reads stored model files. */
export interface StoredModelFiles {
  get(modelId: string, path: string): Promise<ModelFileRecord | null>;
  list(): Promise<ModelFileRecord[]>;
  /** The file's bytes so far. */
  read(modelId: string, path: string): Promise<Blob>;
}

const ofThisRealm: StoredModelFiles = { get: getModelFile, list: listModelFiles, read: readModelFile };

let source = ofThisRealm;

/** Reads from another realm from now on: if the browser denies storage, only the page has the files, in memory. */
export function readStoredModelFilesFrom(other: StoredModelFiles): void {
  source = other;
}

export const storedModelFiles: StoredModelFiles = {
  get: (modelId, path) => source.get(modelId, path),
  list: () => source.list(),
  read: (modelId, path) => source.read(modelId, path),
};
