import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ChangedConfigurations, replaceExport } from './replace-export.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'earshot-export-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const RULES = {
  isConfiguration: (path: string) => path === 'nginx.conf' || path === 'site/_headers',
  isKept: (path: string) => path === 'site/operator-settings.json',
  mayStay: (path: string) => path.startsWith('site/assets/') || path === 'site/operator-settings.json',
};

function write(below: string, files: Record<string, string>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(below, path)), { recursive: true });
    writeFileSync(join(below, path), text);
  }
}

/** Exports these files. Returns the configurations that have a new version beside them. */
const exported = (files: Record<string, string>): string[] => exportedAll(files).pending;

function exportedAll(files: Record<string, string>): ChangedConfigurations {
  const staged = join(folder, '.staged');
  write(staged, files);
  try {
    return replaceExport(folder, staged, RULES);
  } finally {
    rmSync(staged, { recursive: true });
  }
}

const read = (path: string) => readFileSync(join(folder, path), 'utf8');

const FIRST = {
  'nginx.conf': 'nginx 1',
  'site/_headers': 'headers 1',
  'site/index.html': 'page 1',
  'site/former.js': 'gone in 2',
  'site/assets/a-1.js': 'a 1',
  'site/operator-settings.json': '{}',
};
const SECOND = {
  'nginx.conf': 'nginx 2',
  'site/_headers': 'headers 2',
  'site/index.html': 'page 2',
  'site/assets/a-2.js': 'a 2',
  'site/operator-settings.json': '{}',
};

describe('a second export', () => {
  it('leaves what an operator put into the folder, and removes only what the first one wrote', () => {
    exported(FIRST);
    write(folder, {
      'site/.well-known/security.txt': 'mine',
      'site/CNAME': 'mine',
      'site/deep/a/b.txt': 'mine',
    });
    write(folder, { 'site/operator-settings.json': '{ "mine": 1 }', 'README.md': 'mine' });
    expect(exported(SECOND)).toEqual([]);
    for (const path of ['site/.well-known/security.txt', 'site/CNAME', 'site/deep/a/b.txt', 'README.md'])
      expect(read(path)).toBe('mine');
    expect(read('site/operator-settings.json')).toBe('{ "mine": 1 }');
    expect(existsSync(join(folder, 'site/former.js'))).toBe(false);
    expect([read('nginx.conf'), read('site/index.html')]).toEqual(['nginx 2', 'page 2']);
    expect(readdirSync(join(folder, 'site/assets'))).toEqual(['a-1.js', 'a-2.js']);
  });

  it('writes beside a configuration that was changed, once there is something new', () => {
    exported(FIRST);
    write(folder, { 'nginx.conf': 'nginx 1, mine' });
    expect(exported(FIRST)).toEqual([]);
    expect(existsSync(join(folder, 'nginx.conf.new'))).toBe(false);
    expect(exported(SECOND)).toEqual(['nginx.conf']);
    expect([read('nginx.conf'), read('nginx.conf.new')]).toEqual(['nginx 1, mine', 'nginx 2']);
    expect(read('site/_headers')).toBe('headers 2');
  });

  it('replaces nothing where another file has the name of a new one', () => {
    exported(FIRST);
    write(folder, { 'site/new.js': 'mine' });
    expect(() => exported({ ...SECOND, 'site/new.js': 'new' })).toThrow(
      /new\.js is not of the earlier export.*move it away/,
    );
    expect([read('site/new.js'), read('site/index.html'), read('nginx.conf')]).toEqual([
      'mine',
      'page 1',
      'nginx 1',
    ]);
  });

  it('of the same version names the configurations that an operator changed, and writes nothing beside them', () => {
    exported(FIRST);
    write(folder, { 'nginx.conf': 'mine' });
    expect(exportedAll(FIRST)).toEqual({ pending: [], upToDate: ['nginx.conf'] });
    expect(existsSync(join(folder, 'nginx.conf.new'))).toBe(false);
    // What a later version changed is named until it is put in.
    for (const _ of [1, 2]) expect(exportedAll(SECOND)).toEqual({ pending: ['nginx.conf'], upToDate: [] });
    expect([read('nginx.conf'), read('nginx.conf.new')]).toEqual(['mine', 'nginx 2']);
    rmSync(join(folder, 'nginx.conf.new'));
    expect(exportedAll(SECOND)).toEqual({ pending: [], upToDate: ['nginx.conf'] });
  });

  it('removes nothing of an export by a version that listed nothing', () => {
    write(folder, FIRST);
    expect(exported(SECOND)).toEqual(['nginx.conf', 'site/_headers']);
    expect([read('nginx.conf'), read('site/index.html')]).toEqual(['nginx 1', 'page 2']);
    expect(read('site/former.js')).toBe('gone in 2');
  });

  it('can be repeated after it was ended in between', () => {
    exported(FIRST);
    write(folder, { 'nginx.conf': 'nginx 2', 'site/assets/a-2.js': 'a 2' });
    expect(exported(SECOND)).toEqual([]);
    expect([read('nginx.conf'), read('site/index.html')]).toEqual(['nginx 2', 'page 2']);
  });
});
