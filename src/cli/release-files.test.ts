import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { wordsOf } from '../lib/words-of.ts';
import { sha256Of, writeIntegrityList } from './build/write-integrity-list.ts';
import { PROJECT_ROOT } from './project-root.ts';
import { changelogSection, writeRelease } from './release-files.ts';
import { unzipped } from './zip-files.ts';

const CHANGELOG = `# Changelog

## [Unreleased]

- Later.

## [0.3.0] - 2026-12-01

### Added

- Something [new](docs/new.md).

## [0.2.0] - 2026-11-22

`;

describe('the notes of a release', () => {
  it('are its section of the changelog', () => {
    expect(changelogSection(CHANGELOG, '0.3.0')).toBe('### Added\n\n- Something [new](docs/new.md).');
    expect(changelogSection(readFileSync(join(PROJECT_ROOT, 'CHANGELOG.md'), 'utf8'), '0.1.0')).toContain(
      'The first version.',
    );
  });

  it.each(['0.2.0', '0.4.0', '3.0'])('are missed where the changelog says nothing of %s', (version) => {
    expect(() => changelogSection(CHANGELOG, version)).toThrow(`## [${version}]`);
  });
});

describe('the files of a release', () => {
  let folder = '';
  const version: string = JSON.parse(readFileSync(join(PROJECT_ROOT, 'package.json'), 'utf8')).version;
  const release = (to: string, of = version) =>
    writeRelease({
      root: folder,
      version: of,
      dist: join(folder, 'dist'),
      archives: [join(folder, `earshot-${version}.tgz`)],
      to: join(folder, to),
    });
  const read = (name: string) => readFileSync(join(folder, 'release', name));

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'earshot-release-'));
    for (const name of ['package.json', 'package-lock.json', '.stubs'])
      cpSync(join(PROJECT_ROOT, name), join(folder, name), { recursive: true });
    writeFileSync(join(folder, 'CHANGELOG.md'), `## [${version}] - today\n\nNews.\n`);
    mkdirSync(join(folder, 'dist/assets'), { recursive: true });
    writeFileSync(join(folder, 'dist/index.html'), '<!doctype html>');
    writeFileSync(join(folder, 'dist/assets/app.js'), 'export {};');
    writeFileSync(join(folder, 'dist/service-worker.js'), 'self.__EARSHOT_LIST;');
    writeIntegrityList(join(folder, 'dist'), version);
    writeFileSync(join(folder, 'dist/integrity.sigstore.json'), '{}');
    writeFileSync(join(folder, `earshot-${version}.tgz`), 'a package');
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('are the built app, its packages, checksums that hold, and notes', async () => {
    const ends = ['zip', 'integrity.json', 'integrity.sigstore.json', 'tgz', 'cdx.json'];
    const packed = ends.map((end) => `earshot-${version}.${end}`);
    const names = [...packed, 'SHA256SUMS', 'notes.md'];
    expect(await release('release')).toEqual(names);
    const app = await unzipped(read(`earshot-${version}.zip`));
    expect(Object.keys(app)).toEqual([
      'assets/app.js',
      'index.html',
      'integrity.json',
      'integrity.sigstore.json',
      'service-worker.js',
    ]);
    expect(Buffer.from(app['index.html'] ?? []).toString()).toBe('<!doctype html>');
    const { bomFormat, components } = JSON.parse(read(`earshot-${version}.cdx.json`).toString());
    expect(bomFormat).toBe('CycloneDX');
    const isTool = (name: string) =>
      components
        .filter((one: { name: string }) => one.name === name)
        .every((one: object) => JSON.stringify(one).includes(':development"'));
    expect(['svelte', 'zod', 'hono', 'workbox-core', 'onnxruntime-web'].filter(isTool)).toEqual([]);
    expect(isTool('vitest')).toBe(true);
    expect(read(`earshot-${version}.tgz`).toString()).toBe('a package');
    const sums = packed.map((name) => {
      const hash = createHash('sha256').update(read(name)).digest('hex');
      return `${hash}  ${name}\n`;
    });
    expect(read('SHA256SUMS').toString()).toBe(sums.join(''));
    const words = wordsOf(sha256Of(read(`earshot-${version}.integrity.json`)));
    expect(read('notes.md').toString()).toBe(
      `News.\n\nThe list of its files: **${words}** (docs/verifying.md)\n`,
    );
  });

  it('have the same archive for the same build', async () => {
    await release('again');
    const archive = `earshot-${version}.zip`;
    expect(readFileSync(join(folder, 'again', archive)).equals(read(archive))).toBe(true);
  });

  it('are refused for another version than that of package.json', async () => {
    await expect(release('release', '9.9.9')).rejects.toThrow(
      `package.json has the version ${version}, not 9.9.9.`,
    );
  });
});
