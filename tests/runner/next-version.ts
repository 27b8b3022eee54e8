import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT_ROOT } from '../../src/cli/project-root.ts';
import {
  INTEGRITY_FILE,
  integrityList,
  WORKER_SCRIPT,
  withoutWorker,
  writtenList,
} from '../../src/contract/realms/integrity-list.ts';

export const builtFile = (path: string): Buffer => readFileSync(join(PROJECT_ROOT, 'dist', path));
const sha256Of = (content: string | Uint8Array) => createHash('sha256').update(content).digest('base64');

/** The same file with one more byte, which changes nothing that it does. */
export const withOneByteMore = (path: string): Buffer => Buffer.concat([builtFile(path), Buffer.from('\n')]);

/**
 * The files in which another version differs from the build, by their paths: one that is cached by its revision, the list and the service
 * worker's script.
 */
export function nextVersion(version: string, changed: string): Map<string, Buffer> {
  const content = Buffer.concat([builtFile(changed), Buffer.from(`\n/* ${version} */\n`)]);
  const built = builtFile(INTEGRITY_FILE).toString();
  const files = integrityList
    .parse(JSON.parse(built))
    .files.map((row) =>
      row.path === changed ? { ...row, sha256: sha256Of(content), size: content.length } : row,
    );
  const hash = sha256Of(withoutWorker(writtenList({ version, files })));
  const revision = new RegExp(`("revision":")\\w+(","url":"${changed}")`);
  const script = builtFile(WORKER_SCRIPT)
    .toString()
    .replace(sha256Of(withoutWorker(built)), hash)
    .replace(revision, `$1${version.replaceAll('.', '')}$2`);
  const rows = files.map((row) =>
    row.path === WORKER_SCRIPT ? { ...row, sha256: sha256Of(script), size: script.length } : row,
  );
  return new Map([
    [changed, content],
    [INTEGRITY_FILE, Buffer.from(writtenList({ version, files: rows }))],
    [WORKER_SCRIPT, Buffer.from(script)],
  ]);
}
