import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { PROJECT_ROOT } from '../project-root.ts';

const FOLDER = join(PROJECT_ROOT, '.cache/packed');

/** Writes what is to represent a file in the app, gzipped, for `fetchUnpacked` (src/lib/bytes/fetch-unpacked.ts). Returns its path. */
export function writePacked(file: string, content: string | Uint8Array): string {
  // Servers send a file named .gz as an encoded response, which browsers could not read from the service worker.
  const packed = join(FOLDER, `${basename(file)}.packed`);
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(packed, gzipSync(content, { level: 9 }));
  return packed;
}
