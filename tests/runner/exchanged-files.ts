import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { PROJECT_ROOT } from '../../src/cli/project-root.ts';
import { ISOLATION_HEADERS } from '../../src/cli/server/isolation-headers.ts';
import type { ModelFile } from '../../src/models/manifest/manifest.ts';

const ASSETS = join(PROJECT_ROOT, 'dist/assets');

type Content = Pick<ModelFile, 'bytes' | 'sha256'>;

export interface Exchange {
  /** As the manifest has it; with `gitId` where it has one. */
  from: Content & Pick<ModelFile, 'gitId'>;
  to: Content;
}

/**
 * Serves the built app with other sizes and hashes of files in its manifest: files of those models cannot be had without a network. The
 * build itself is unchanged.
 *
 * @throws Error if no script of the build has the size and hash of a file
 */
export function exchangedFiles(changes: readonly Exchange[]): Plugin {
  const absent = new Set(changes);
  const rewritten = new Map<string, string>();
  for (const name of readdirSync(ASSETS)) {
    if (!name.endsWith('.js')) continue;
    const before = readFileSync(join(ASSETS, name), 'utf8');
    let script = before;
    for (const change of changes) {
      const next = exchange(script, change);
      if (next !== script) absent.delete(change);
      script = next;
    }
    if (script !== before) rewritten.set(`/assets/${name}`, script);
  }
  const [missed] = absent;
  if (missed) throw new Error(`No script of the build names the file ${JSON.stringify(missed.from)}.`);
  return {
    name: 'earshot-exchanged-files',
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

/** `bytes:1209,sha256:"…"`, with any quotes, as the build writes it; a Git id goes, because it would be checked as well. */
export function exchange(script: string, { from, to }: Exchange): string {
  const quoted = (value: string) => `(['"\`])${value}\\1`;
  const known = `bytes:${from.bytes},sha256:${from.sha256 ? quoted(from.sha256) : 'null'}`;
  const id = from.gitId ? `,gitId:(?:['"\`])${from.gitId}(?:['"\`])` : '';
  return script.replaceAll(new RegExp(known + id, 'gu'), `bytes:${to.bytes},sha256:\`${to.sha256}\``);
}
