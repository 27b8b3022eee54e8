import type { ModelFileRecord } from '../../storage/database/records.ts';
import type { ExpectedFile } from '../manifest/expected-file.ts';

/** The record of a file with no stored bytes. */
export function emptyRecord({
  modelId,
  expected,
  revision,
}: {
  modelId: string;
  expected: ExpectedFile;
  revision: string | null;
}): ModelFileRecord {
  return {
    model_id: modelId,
    path: expected.path,
    size: expected.bytes,
    received: 0,
    chunks: 0,
    sha256: expected.sha256,
    etag: null,
    revision,
    complete: false,
  };
}

/** Whether stored bytes can be the beginning of the expected file. */
export function canGoOn(stored: ModelFileRecord, expected: ExpectedFile, revision: string): boolean {
  if (stored.complete || stored.received === 0) return false;
  if (expected.bytes !== null && stored.received > expected.bytes) return false;
  if (expected.sha256 !== null && stored.sha256 !== null) return stored.sha256 === expected.sha256;
  return stored.revision === null || stored.revision === revision || !/^[0-9a-f]{40}$/.test(revision);
}
