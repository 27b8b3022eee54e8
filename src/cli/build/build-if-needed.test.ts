import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { caseRows } from '../../../tests/runner/case-rows.ts';
import { buildApp, needsBuild, stepOf } from './build-if-needed.ts';

let root = '';

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'earshot-build-'));
  write('src/main.ts', 100);
});
afterEach(() => rmSync(root, { recursive: true }));

/** A file last modified at this time in seconds. */
function write(path: string, seconds: number): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), '');
  utimesSync(join(root, path), seconds, seconds);
}

describe('whether the app must be built', () => {
  it('yes without a build', () => {
    expect(needsBuild(root)).toBe(true);
  });

  it('no if the build is newer than all sources', () => {
    write('dist/service-worker.js', 200);
    expect(needsBuild(root)).toBe(false);
  });

  it.each(caseRows<string>(import.meta.url, 'yesIfChanged'))('yes if %s has changed since', (path) => {
    write('dist/service-worker.js', 200);
    write(path, 300);
    expect(needsBuild(root)).toBe(true);
  });

  it('no for a test or a document', () => {
    write('dist/service-worker.js', 200);
    write('src/main.test.ts', 300);
    write('docs/notes.md', 300);
    expect(needsBuild(root)).toBe(false);
  });
});

describe('a build', () => {
  const vite = 'node_modules/vite/bin/vite.js';
  const standIn = (script: string) => {
    write(vite, 100);
    writeFileSync(join(root, vite), script);
  };

  it('tells each step once', async () => {
    standIn(
      "for (const line of ['vite v8', 'transforming...', '✓ 9 modules transformed.', 'rendering chunks...', 'computing gzip size...']) console.log(line)",
    );
    const steps: string[] = [];
    await buildApp(root, (step) => steps.push(step));
    expect(steps).toEqual(['reading the sources', 'putting scripts together', 'writing files']);
    expect(stepOf('dist/index.html  1 kB')).toBeNull();
  });

  it('that fails says why', async () => {
    standIn("console.error('x.ts: no such export'); process.exitCode = 1");
    await expect(buildApp(root)).rejects.toThrow('The app could not be built.\nx.ts: no such export');
  });
});
