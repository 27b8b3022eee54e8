import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');

/** Names that say which part of its folder a file is: each add-on has a schema, each worker a session, a closed room a door. */
const PARTS = new Set([
  'api.ts',
  'spawn.ts',
  'session.ts',
  'schema.ts',
  'run.ts',
  'run.test.ts',
  'index.html',
  'index.ts',
  'page.ts',
]);

function repeatedNames(paths: readonly string[]): string[][] {
  const named = new Map<string, string[]>();
  for (const path of paths) named.set(basename(path), [...(named.get(basename(path)) ?? []), path]);
  return [...named].filter(([name, there]) => there.length > 1 && !PARTS.has(name)).map(([, there]) => there);
}

it('no two files have one name', () => {
  const paths = ['src', 'workers'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name)),
  );
  expect(paths.length).toBeGreaterThan(500);
  expect(repeatedNames(paths)).toEqual([]);
});

it('a name that is used twice is found, and the parts of a folder are let be', () => {
  expect(repeatedNames(['a/schema.ts', 'b/schema.ts', 'a/one.ts', 'b/one.ts', 'b/two.ts'])).toEqual([
    ['a/one.ts', 'b/one.ts'],
  ]);
});
