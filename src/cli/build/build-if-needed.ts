import { execFile } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PROJECT_ROOT } from '../project-root.ts';

/** Everything the built app is made from. */
const SOURCES = [
  'src',
  'workers',
  'public',
  'models-manifest',
  'index.html',
  'embed.html',
  'vite.config.ts',
  'svelte.config.js',
  'package.json',
  'package-lock.json',
  'LICENSE',
];
/** The last file a build writes. */
const PRODUCT = 'dist/service-worker.js';
const MAX_OUTPUT_BYTES = 16 * 1024 * 1024;

/** True if `root` has no build or sources have changed since. */
export function needsBuild(root: string = PROJECT_ROOT): boolean {
  const built = statSync(join(root, PRODUCT), { throwIfNoEntry: false })?.mtimeMs ?? null;
  return built === null || newest(SOURCES.map((source) => join(root, source))) > built;
}

/**
 * Builds the app in a separate process: a build takes a gigabyte of memory that a server should not keep.
 * @throws Error with the output of a failed build
 */
export async function buildApp(root: string = PROJECT_ROOT): Promise<void> {
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  try {
    await promisify(execFile)(process.execPath, [vite, 'build', '--logLevel', 'warn'], {
      cwd: root,
      maxBuffer: MAX_OUTPUT_BYTES,
    });
  } catch (error) {
    const output = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : '';
    throw new Error(`The app could not be built.\n${output}`, { cause: error });
  }
}

/** Latest modification time of the files and folders in milliseconds; tests do not count. */
function newest(paths: string[]): number {
  return paths.reduce((latest, path) => {
    if (/\.test\.ts$/.test(path)) return latest;
    const stats = statSync(path, { throwIfNoEntry: false });
    if (!stats) return latest;
    // Another program may be writing to the folder, so a vanished file is ignored.
    const below = stats.isDirectory()
      ? newest(readdirSync(path).map((name) => join(path, name)))
      : stats.mtimeMs;
    return Math.max(latest, below);
  }, 0);
}
