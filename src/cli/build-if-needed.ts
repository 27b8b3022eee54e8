import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { PROJECT_ROOT } from './project-root.ts';

/** All that the built app is made from. */
const SOURCES = [
  'src',
  'workers',
  'public',
  'models-manifest',
  'index.html',
  'embed.html',
  'vite.config.ts',
  'svelte.config.js',
  'package-lock.json',
];
/** Written last by a build. */
const PRODUCT = 'dist/service-worker.js';

/** Builds the app where there is no build, or sources have changed since. True when it built. */
export async function buildIfNeeded(root: string = PROJECT_ROOT): Promise<boolean> {
  const built = statSync(join(root, PRODUCT), { throwIfNoEntry: false })?.mtimeMs ?? null;
  if (built !== null && newest(SOURCES.map((source) => join(root, source))) <= built) return false;
  await build({ root, logLevel: 'warn' });
  return true;
}

/** Time of the last change among files and folders, in milliseconds; tests do not count. */
function newest(paths: string[]): number {
  return paths.reduce((latest, path) => {
    if (/\.test\.ts$/.test(path)) return latest;
    const stats = statSync(path, { throwIfNoEntry: false });
    if (!stats) return latest;
    const below = stats.isDirectory() ? newest(readdirSync(path).map((name) => join(path, name))) : 0;
    return Math.max(latest, stats.mtimeMs, below);
  }, 0);
}
