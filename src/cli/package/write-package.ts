import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageNotices } from '../build/third-party-notices.ts';
import { PROJECT_ROOT } from '../project-root.ts';
import { bundleCommands } from './bundle-commands.ts';
import { bundleLibrary } from './bundle-library.ts';
import { libraryManifest, packageManifest } from './package-manifest.ts';

const readJson = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'));

/** The built app, the commands as scripts for Node, and the library for pages; `folder` is emptied first. */
export async function layOutPackage(dist: string, folder: string): Promise<void> {
  const project = readJson(join(PROJECT_ROOT, 'package.json'));
  const driver = readJson(join(PROJECT_ROOT, 'node_modules/playwright-core/package.json'));
  const manifest = packageManifest(project, driver);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, 'bin'), { recursive: true });
  cpSync(dist, join(folder, 'dist'), { recursive: true });
  cpSync(join(PROJECT_ROOT, 'docs/hosting'), join(folder, 'hosting'), { recursive: true });
  cpSync(join(import.meta.dirname, 'bin.cjs'), join(folder, 'bin/earshot.cjs'));
  cpSync(join(import.meta.dirname, 'README.md'), join(folder, 'README.md'));
  for (const name of ['LICENSE', 'SECURITY.md']) cpSync(join(PROJECT_ROOT, name), join(folder, name));
  // The commands name guides among them, and these each other.
  mkdirSync(join(folder, 'docs'));
  for (const name of readdirSync(join(PROJECT_ROOT, 'docs')).filter((one) => one.endsWith('.md')))
    cpSync(join(PROJECT_ROOT, 'docs', name), join(folder, 'docs', name));
  const packages = await bundleCommands(join(folder, 'cli'), String(manifest.version));
  writeFileSync(join(folder, 'cli/third-party-notices.txt'), packageNotices(packages));
  await bundleLibrary(join(folder, 'lib'));
  writeManifest(folder, manifest);
}

/** The library alone, for pages that use an app which is installed elsewhere; `folder` is emptied first. */
export function layOutLibrary(laidOut: string, folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  cpSync(join(laidOut, 'lib'), join(folder, 'lib'), { recursive: true });
  cpSync(join(import.meta.dirname, 'library.md'), join(folder, 'README.md'));
  cpSync(join(PROJECT_ROOT, 'LICENSE'), join(folder, 'LICENSE'));
  writeManifest(folder, libraryManifest(readJson(join(PROJECT_ROOT, 'package.json'))));
}

const writeManifest = (folder: string, manifest: unknown) =>
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);

/** Packs a laid out package with npm. Returns the path of the archive. */
export function packFolder(folder: string, to: string): string {
  mkdirSync(to, { recursive: true });
  const output = execFileSync('npm', ['pack', '--json', '--pack-destination', to], {
    cwd: folder,
    // npm lists each file on standard error as well.
    stdio: ['ignore', 'pipe', 'ignore'],
    shell: process.platform === 'win32',
  });
  const [packed]: { filename: string }[] = JSON.parse(String(output));
  if (!packed) throw new Error('npm packed nothing.');
  return join(to, packed.filename);
}
