import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { ISOLATION_HEADERS } from '../../src/cli/isolation-headers.ts';
import { PROJECT_ROOT } from '../../src/cli/project-root.ts';
import { findModel } from '../../src/models/manifest/catalogue.ts';

/** Downloaded in the place of the smallest model: the real weights are not at hand, and the way there is the same. */
export const MINIATURE = join(PROJECT_ROOT, 'public/models/mini-whisper');

/** Serves the app with a manifest that has the miniature's sizes and hashes for Whisper tiny; all else is as it is built. */
export function miniatureAsTiny(): Plugin {
  const files = findModel('whisper-tiny').files.flatMap(({ path, sha256 }) => {
    const file = join(MINIATURE, path);
    if (sha256 === null || !existsSync(file)) return [];
    const bytes = readFileSync(file);
    const hash = createHash('sha256').update(bytes).digest('hex');
    // The size stands before the hash in the built script, in any kind of quotes.
    return [{ told: new RegExp(`(bytes\\W{1,3})\\d+(\\W{1,3}sha256\\W{1,5})${sha256}`, 'g'), bytes, hash }];
  });
  const replaced = (script: string) =>
    files.reduce((text, { told, bytes, hash }) => text.replace(told, `$1${bytes.length}$2${hash}`), script);
  return {
    name: 'miniature-as-tiny',
    configurePreviewServer(server) {
      server.middlewares.use((request, response, next) => {
        const { pathname } = new URL(request.url ?? '/', 'http://localhost');
        const file = join(PROJECT_ROOT, 'dist', pathname);
        if (!pathname.endsWith('.js') || !existsSync(file)) return next();
        response.writeHead(200, { ...ISOLATION_HEADERS, 'content-type': 'text/javascript' });
        response.end(replaced(readFileSync(file, 'utf8')));
      });
    },
  };
}
