import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { allowedPath, realFolders } from './allowed-path.ts';

let root = '';
let open: string[] = [];

beforeAll(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'earshot-folders-')));
  for (const folder of ['open', 'open/deep', 'open-too', 'shut']) mkdirSync(join(root, folder));
  for (const file of ['open/a.mp3', 'open/deep/b.mp3', 'open-too/c.mp3', 'shut/d.mp3', 'open/..e.mp3'])
    writeFileSync(join(root, file), 'sound');
  symlinkSync(join(root, 'shut/d.mp3'), join(root, 'open/link.mp3'));
  symlinkSync(join(root, 'open'), join(root, 'linked'));
  open = realFolders([join(root, 'linked')]);
});
afterAll(() => rmSync(root, { recursive: true }));

it.each([
  ['a.mp3', 'open/a.mp3'],
  ['deep/b.mp3', 'open/deep/b.mp3'],
  ['deep/../a.mp3', 'open/a.mp3'],
  ['..e.mp3', 'open/..e.mp3'],
])('a relative path is of an open folder: %s', (path, real) => {
  expect(allowedPath(path, open)).toBe(join(root, real));
});

it('a whole path is one below an open folder, by either name', () => {
  expect(allowedPath(join(root, 'open/a.mp3'), open)).toBe(join(root, 'open/a.mp3'));
  expect(allowedPath(join(root, 'linked/a.mp3'), open)).toBe(join(root, 'open/a.mp3'));
});

it.each(['link.mp3', '../shut/d.mp3', '../open-too/c.mp3', 'missing.mp3', '/etc/hostname', 'a.mp3/x', ''])(
  'nothing else is read, and its answer does not say whether it is there: %s',
  (path) => {
    expect(() => allowedPath(path, open)).toThrow(
      /^There is no file .* in the folders that are open to agents/,
    );
  },
);

it('a folder, and no open folder at all, have sentences of their own', () => {
  expect(() => allowedPath('deep', open)).toThrow('deep is no file.');
  expect(() => allowedPath('a.mp3', [])).toThrow('No folder is open to agents here');
  expect(() => realFolders([join(root, 'nowhere')])).toThrow(`${join(root, 'nowhere')} does not exist.`);
});
