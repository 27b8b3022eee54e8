import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { layOutLibrary, layOutPackage, packFolder } from '../../src/cli/package/write-package.ts';
import { PROJECT_ROOT } from '../../src/cli/project-root.ts';
import { freePort } from '../pool/nats-server.ts';
import { keyOf, Running } from './typed.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The packed archive. */
    archive: string;
    /** A folder in which the archive was installed, without its optional dependency. */
    bare: string;
    /** A folder in which the library alone was installed. */
    library: string;
    /** The same as `bare`, with the browser's driver beside it. */
    whole: string;
    /** A gateway that runs from `whole` until the last test: with the miniatures, and OpenAI's address. */
    gateway: { url: string; key: string };
  }
}

/**
 * Packs the built app and installs the archive in an empty folder, as a person does, but without a network: it depends on nothing
 * but the browser's driver, which a copy of the folder takes from this project. Its gateway is started once: each has a browser of its
 * own, which installs the app and loads a model.
 */
export default async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'earshot-package-'));
  await layOutPackage(join(PROJECT_ROOT, 'dist'), join(folder, 'package'));
  const archive = packFolder(join(folder, 'package'), folder);
  const [bare, whole, library] = [join(folder, 'bare'), join(folder, 'whole'), join(folder, 'library')];
  install(archive, bare);
  layOutLibrary(join(folder, 'package'), join(folder, 'alone'));
  install(packFolder(join(folder, 'alone'), folder), library);
  cpSync(bare, whole, { recursive: true, verbatimSymlinks: true });
  const driver = 'node_modules/playwright-core';
  symlinkSync(join(PROJECT_ROOT, driver), join(whole, driver), 'junction');
  provide('archive', archive);
  provide('bare', bare);
  provide('library', library);
  provide('whole', whole);
  const models = join(PROJECT_ROOT, 'tests/fixtures/mini');
  const gateway = await Running.start(
    whole,
    `node_modules/.bin/earshot gateway --port ${await freePort()} --models '${models}'`,
  );
  provide('gateway', { url: gateway.url, key: keyOf(gateway) });
  return async () => {
    await gateway.stop();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
}

function install(archive: string, folder: string): void {
  mkdirSync(folder);
  writeFileSync(join(folder, 'package.json'), '{ "private": true }');
  execFileSync('npm', ['install', '--offline', '--omit=optional', '--no-audit', '--no-fund', archive], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  });
}
