import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { PROJECT_ROOT } from '../../../src/cli/project-root.ts';
import { ISOLATION_HEADERS } from '../../../src/cli/server/isolation-headers.ts';
import { seededRandom } from '../../../src/lib/seeded-random.ts';
import { findModel } from '../../../src/models/manifest/catalogue.ts';

/** A model of one file that nothing here needs. */
export const SMALL_MODEL = findModel('wespeaker-resnet34');

const [file] = SMALL_MODEL.files;
if (!file?.sha256) throw new Error('The model of the bench has no file with a hash.');

export const SMALL_FILE = file.path;
const { sha256 } = file;

/** Three pieces, the last of them short. */
const BYTES = 9_000_000;
const random = seededRandom(BYTES);
export const SMALL_BYTES = Buffer.from(Uint8Array.from({ length: BYTES }, () => random() * 256));
export const SMALL_HASH = createHash('sha256').update(SMALL_BYTES).digest('hex');

/** Serves the app with a manifest in which that model has those bytes; all else is as it is built. */
export function smallModel(): Plugin {
  // The size is before the hash in the built script, in any kind of quotes.
  const told = new RegExp(`(bytes\\W{1,3})\\d+(\\W{1,3}sha256\\W{1,5})${sha256}`, 'g');
  return {
    name: 'small-model',
    configurePreviewServer(server) {
      server.middlewares.use((request, response, next) => {
        const { pathname } = new URL(request.url ?? '/', 'http://localhost');
        const path = join(PROJECT_ROOT, 'dist', pathname);
        if (!pathname.endsWith('.js') || !existsSync(path)) return next();
        response.writeHead(200, { ...ISOLATION_HEADERS, 'content-type': 'text/javascript' });
        response.end(readFileSync(path, 'utf8').replace(told, `$1${BYTES}$2${SMALL_HASH}`));
      });
    },
  };
}
