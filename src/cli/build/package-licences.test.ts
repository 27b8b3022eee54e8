import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { packageFolderOf, readLicence, readLicences } from './package-licences.ts';

let root = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'earshot-licences-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** Installs a package below `root`; returns its folder. */
function install(path: string, described: object, files: Record<string, string> = {}): string {
  const folder = join(root, 'node_modules', path);
  const contents = { 'package.json': JSON.stringify({ version: '1.0.0', ...described }), ...files };
  for (const [name, text] of Object.entries(contents)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

const names = (packages: { name: string }[]) => packages.map(({ name }) => name);

describe('the package of a module', () => {
  it('is the innermost one in node_modules, with its scope', () => {
    expect(packageFolderOf('/a/node_modules/idb/build/index.js')).toBe('/a/node_modules/idb');
    expect(packageFolderOf('/a/node_modules/@x/y/data.onnx?url')).toBe('/a/node_modules/@x/y');
    expect(packageFolderOf('/a/node_modules/one/node_modules/two/i.js')).toBe(
      '/a/node_modules/one/node_modules/two',
    );
  });

  it('is none for modules of the project or the bundler', () => {
    expect(packageFolderOf('/a/src/main.ts')).toBeNull();
    expect(packageFolderOf('\0vite/preload-helper.js')).toBeNull();
  });
});

describe('licences', () => {
  it('are the files that a package contains, including notices', () => {
    const folder = install(
      'one',
      { name: 'one', license: 'MIT' },
      { LICENSE: 'Copyright of one', NOTICE: 'Notice of one', 'index.js': 'no licence' },
    );
    const { text, licence } = readLicence(folder);
    expect(licence).toBe('MIT');
    expect(text).toBe('Copyright of one\n\nNotice of one');
  });

  it('are the standard texts under the author’s name if a package contains no file', () => {
    const folder = install('one', {
      name: 'one',
      license: '(Apache-2.0 AND BSD-3-Clause)',
      author: { name: 'Ada' },
    });
    const { text } = readLicence(folder);
    expect(text).toMatch(/^Copyright: Ada/);
    expect(text).toContain('Apache License');
    expect(text).toContain('Redistributions in binary form must reproduce');
  });

  it.each([
    ['states none', {}],
    ['keeps all rights', { license: 'UNLICENSED' }],
    ['points elsewhere', { license: 'SEE LICENSE IN terms.html' }],
  ])('are rejected if a package %s', (_, described) => {
    const folder = install('one', { name: 'one', ...described }, { LICENSE: 'Some text' });
    expect(() => readLicence(folder)).toThrow('The package one 1.0.0 states no licence');
  });

  it('are rejected if there is no text', () => {
    const folder = install('one', { name: 'one', license: 'Own-Terms-1.0' });
    expect(() => readLicence(folder)).toThrow('Own-Terms-1.0, which has no known text');
  });

  it('cover the dependencies of bundled packages, each once, without types and stubs', () => {
    const licensed = { license: 'MIT' };
    const one = install('one', {
      ...licensed,
      name: 'one',
      dependencies: { two: '1', three: '1', '@types/node': '1', stub: '1', absent: '1' },
    });
    const two = install('two', { ...licensed, name: 'two', dependencies: { three: '1' } });
    install('three', { ...licensed, name: 'three', dependencies: { one: '1' } });
    install('one/node_modules/three', { ...licensed, name: 'three', version: '2.0.0' });
    install('@types/node', { ...licensed, name: '@types/node' });
    install('stub', { ...licensed, name: 'empty-package' });
    const { bundled, dependencies } = readLicences([two, one]);
    expect(names(bundled)).toEqual(['one', 'two']);
    expect(dependencies.map(({ name, version }) => `${name} ${version}`).sort()).toEqual([
      'three 1.0.0',
      'three 2.0.0',
    ]);
  });
});
