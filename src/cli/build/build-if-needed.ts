import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { stripVTControlCharacters } from 'node:util';
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
const MAX_OUTPUT = 1_000_000;

/** True if `root` has no build or sources have changed since. */
export function needsBuild(root: string = PROJECT_ROOT): boolean {
  const built = statSync(join(root, PRODUCT), { throwIfNoEntry: false })?.mtimeMs ?? null;
  return built === null || newest(SOURCES.map((source) => join(root, source))) > built;
}

/** What Vite prints, and how far the build is then. Its first lines come after some seconds. */
const STEPS: readonly [RegExp, string][] = [
  [/^transforming/, 'reading the sources'],
  [/modules transformed/, 'putting scripts together'],
  [/^(rendering|computing)/, 'writing files'],
];

/** How far a build is by a line of its output; null if the line says nothing of it. */
export const stepOf = (line: string): string | null => STEPS.find(([sign]) => sign.test(line))?.[1] ?? null;

/** In a separate process: a build takes a gigabyte. Throws Error with the output of a failed build. */
export async function buildApp(
  root: string = PROJECT_ROOT,
  onStep: (step: string) => void = () => undefined,
): Promise<void> {
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  const build = spawn(process.execPath, [vite, 'build'], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  let faults = '';
  build.stderr.on('data', (data: Buffer) => {
    faults = (faults + data).slice(-MAX_OUTPUT);
  });
  const ended = once(build, 'close');
  let last: string | null = null;
  for await (const line of createInterface({ input: build.stdout })) {
    const step = stepOf(stripVTControlCharacters(line).trim());
    if (step !== null && step !== last) onStep(step);
    last = step ?? last;
  }
  const [code] = await ended;
  if (code !== 0) throw new Error(`The app could not be built.\n${faults.trim()}`);
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
