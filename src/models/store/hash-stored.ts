import type { IHasher } from 'hash-wasm';
import { AppError } from '../../lib/errors/errors.ts';
import type { ModelFileRecord } from '../../storage/database/records.ts';
import { hashBytes } from './file-digest.ts';
import { storedBytes } from './stored-model-files.ts';

export interface TransferOptions {
  /** Waits between attempts that made no progress; after the last one the download fails. */
  retryDelaysMs: readonly number[];
  /** A connection that delivers nothing for this long counts as lost. */
  stallTimeoutMs: number;
  /** Bytes written to storage at a time, which is what a closed tab can lose. */
  chunkBytes: number;
}

/** Hashes what is stored of a file. Returns the number of bytes, or null if a part is missing. */
export async function hashStored(
  hash: IHasher,
  stored: ModelFileRecord,
  signal: AbortSignal,
): Promise<number | null> {
  try {
    return await hashBytes(hash, storedBytes(stored), signal);
  } catch (error) {
    if (error instanceof AppError && error.code === 'model_missing') return null;
    throw error;
  }
}
