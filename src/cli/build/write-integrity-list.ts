import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import type { Plugin } from 'vite';
import {
  INTEGRITY_FILE,
  SIGNATURE_FILE,
  WORKER_SCRIPT,
  withoutWorker,
  writtenList,
} from '../../contract/realms/integrity-list.ts';
import { OPERATORS_FILES } from './operators-files.ts';

/** Placeholder of the list's hash in the service worker's script. */
const PLACE = 'self.__EARSHOT_LIST';
/** Files that a browser or a page starts with: pages, scripts whose addresses never change, workers. */
const ENTRY = /^[^/]+\.(?:html|js)$|\.worker-[^/]+\.js$/;

export const sha256Of = (content: string | Uint8Array): string =>
  createHash('sha256').update(content).digest('base64');

/** All files below a folder, with slashes, in the order of their code points: the same on every system. */
const pathsBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort();

/** Lists the files of a complete build, for the service worker to install these alone. Files of an operator are not in it. */
export function writeIntegrityList(dist: string, version: string): void {
  for (const name of [INTEGRITY_FILE, SIGNATURE_FILE]) rmSync(join(dist, name), { force: true });
  const rowOf = (path: string) => {
    const content = readFileSync(join(dist, path));
    return { path, sha256: sha256Of(content), size: content.length, entry: ENTRY.test(path) };
  };
  const files = pathsBelow(dist)
    .filter((path) => path !== WORKER_SCRIPT && !OPERATORS_FILES.includes(path))
    .map(rowOf);
  const hash = sha256Of(withoutWorker(writtenList({ version, files: [emptyRow, ...files] })));
  const script = join(dist, WORKER_SCRIPT);
  const [before, after, ...more] = readFileSync(script, 'utf8').split(PLACE);
  if (before === undefined || after === undefined || more.length > 0)
    throw new Error(`${WORKER_SCRIPT} must have one place for the hash of ${INTEGRITY_FILE}.`);
  writeFileSync(script, before + JSON.stringify(hash) + after);
  writeFileSync(
    join(dist, INTEGRITY_FILE),
    writtenList({ version, files: [rowOf(WORKER_SCRIPT), ...files] }),
  );
}

const emptyRow = { path: WORKER_SCRIPT, sha256: '', size: 0, entry: true };

/** Writes the list once everything else is built. Comes after `sourceMapsBeside`, which takes files away. */
export function integrityListOf(version: string): Plugin {
  let built = '';
  return {
    name: 'earshot-integrity-list',
    apply: 'build',
    enforce: 'post',
    configResolved({ root, build }) {
      built = join(root, build.outDir);
    },
    closeBundle: {
      order: 'post',
      sequential: true,
      handler: () => writeIntegrityList(built, version),
    },
  };
}
