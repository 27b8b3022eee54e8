import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { workPath } from './bench-setup.ts';

/**
 * Packages of peers (`name@version`), which no part of the project needs, in a folder of their own below the bench's.
 *
 * @returns where they lie, with `node_modules` in it; null if they cannot be had
 */
export function fetchPackages(name: string, packages: readonly string[]): string | null {
  const folder = workPath(name);
  const isThere = (one: string) => existsSync(join(folder, 'node_modules', one.replace(/(?!^)@.*/, '')));
  if (packages.every(isThere)) return folder;
  console.log(`  ${packages.join(' and ')} are fetched from the registry …`);
  const options = ['--no-save', '--no-audit', '--no-fund'];
  const { status } = spawnSync('npm', ['install', '--prefix', folder, ...options, ...packages]);
  return status === 0 ? folder : null;
}
