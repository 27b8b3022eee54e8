import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { ModelFile } from '../../models/manifest/manifest.ts';
import { acceptsSha256 } from '../../models/manifest/manifest-files.ts';
import { partFiles } from './scan-models.ts';

export type Verdict =
  | { kind: 'good' }
  /** The manifest has no hash for it. */
  | { kind: 'unverified' }
  | { kind: 'missing' }
  | { kind: 'damaged'; reason: string };

/** The bytes of several files, one after the other. */
export async function* joinedFiles(paths: readonly string[]): AsyncGenerator<Buffer, void, undefined> {
  for (const path of paths) yield* createReadStream(path);
}

/** Compares a file on disk with the manifest: size, then hash. */
export async function verifyModelFile(directory: string, file: ModelFile): Promise<Verdict> {
  const path = join(directory, file.path);
  const whole = await stat(path).then(
    (stats) => (stats.isFile() ? stats.size : null),
    () => null,
  );
  const parts = whole === null ? partFiles(directory, file) : null;
  const size = parts ? file.bytes : whole;
  if (size === null) return { kind: 'missing' };
  if (file.bytes !== null && size !== file.bytes) {
    return { kind: 'damaged', reason: `${size} bytes instead of ${file.bytes}` };
  }
  if (file.sha256 !== null) {
    const found = await digest(parts ?? [path], createHash('sha256'));
    return acceptsSha256(file, found) ? { kind: 'good' } : { kind: 'damaged', reason: 'another SHA-256' };
  }
  if (file.gitId !== undefined) {
    const found = await digest(parts ?? [path], createHash('sha1').update(`blob ${size}\0`));
    return found === file.gitId ? { kind: 'good' } : { kind: 'damaged', reason: 'another Git id' };
  }
  return { kind: 'unverified' };
}

async function digest(paths: readonly string[], hash: ReturnType<typeof createHash>): Promise<string> {
  await pipeline(joinedFiles(paths), hash);
  return hash.digest('hex');
}
