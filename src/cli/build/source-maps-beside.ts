import { mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';

/** Moves a build's source maps into `folder`: they are larger than all scripts, and no user loads them. */
export function sourceMapsBeside(folder: string): Plugin {
  let root = '';
  let built = '';
  return {
    name: 'earshot-source-maps-beside',
    apply: 'build',
    enforce: 'post',
    configResolved(config) {
      root = config.root;
      built = join(root, config.build.outDir);
    },
    closeBundle: {
      // After the service worker's build, which has its own maps.
      order: 'post',
      sequential: true,
      handler() {
        const target = join(root, folder);
        rmSync(target, { recursive: true, force: true });
        for (const path of readdirSync(built, { recursive: true, encoding: 'utf8' })) {
          if (!path.endsWith('.map')) continue;
          mkdirSync(dirname(join(target, path)), { recursive: true });
          renameSync(join(built, path), join(target, path));
        }
      },
    },
  };
}
