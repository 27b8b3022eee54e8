import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { PROJECT_ROOT } from '../../src/cli/project-root.ts';
import { ISOLATION_HEADERS } from '../../src/cli/server/isolation-headers.ts';
import { findModel } from '../../src/models/manifest/catalogue.ts';

const DIST = join(PROJECT_ROOT, 'dist');

/** For each file of Mozilla's model the one of the small students by the same name. */
const exchanged = (pair: string) => {
  const { files } = findModel(`firefox-${pair}`);
  const small = new Map(findModel(`marian-tiny-${pair}`).files.map((file) => [file.path, file]));
  return files.flatMap(({ path, bytes, sha256 }) => {
    const other = small.get(path);
    return other ? [{ from: { bytes, sha256 }, to: other }] : [];
  });
};

/**
 * Serves the app with sizes and hashes of the small students in its table of directions: Mozilla's own models of that pair cannot
 * be had without a network, and the small ones are no downloads of the app.
 */
export function tinyDirections(...pairs: string[]): Plugin {
  const changes = pairs.flatMap(exchanged);
  const rewritten = new Map<string, string>();
  for (const name of readdirSync(join(DIST, 'assets'))) {
    if (!name.endsWith('.js')) continue;
    let script = readFileSync(join(DIST, 'assets', name), 'utf8');
    const [first] = changes;
    if (!first?.from.sha256 || !script.includes(first.from.sha256)) continue;
    for (const { from, to } of changes) {
      const known = new RegExp(`bytes:${from.bytes},sha256:(.)${from.sha256}`, 'gu');
      if (!known.test(script)) throw new Error(`${name} names no file of ${from.bytes} bytes with its hash.`);
      script = script.replaceAll(known, `bytes:${to.bytes},sha256:$1${to.sha256}`);
    }
    rewritten.set(`/assets/${name}`, script);
  }
  if (rewritten.size === 0) throw new Error('No script of the build contains the table of directions.');
  return {
    name: 'earshot-tiny-directions',
    configurePreviewServer: ({ middlewares }) => {
      middlewares.use((request, response, next) => {
        const script = rewritten.get((request.url ?? '').split('?')[0] ?? '');
        if (script === undefined) return next();
        for (const [name, value] of Object.entries(ISOLATION_HEADERS)) response.setHeader(name, value);
        response.setHeader('content-type', 'text/javascript');
        response.end(script);
      });
    },
  };
}
