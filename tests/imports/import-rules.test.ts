import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import configuration from '../../.dependency-cruiser.ts';
import brokenImports from './broken-imports.json' with { type: 'json' };
import { cruiseImports, type ImportCheck, sourceFiles } from './cruise-imports.ts';
import soundImports from './sound-imports.json' with { type: 'json' };

/**
 * A canary: a small project that breaks every rule once. A checker that reads no TypeScript, no Svelte or no rules
 * finds nothing here and fails.
 */
const BROKEN: Record<string, { file: string; text: string }> = brokenImports;

/** What the broken files import, and what follows the rules. */
const SOUND: Record<string, string> = soundImports;

const project = fileURLToPath(new URL('../..', import.meta.url));
let root = '';
let check: ImportCheck;

beforeAll(async () => {
  mkdirSync(join(project, '.cache'), { recursive: true });
  // Below the project, so that its packages are found.
  root = mkdtempSync(join(project, '.cache', 'import-canary-'));
  const broken = Object.values(BROKEN).map(({ file, text }) => [file, text] as const);
  for (const [file, text] of [...broken, ...Object.entries(SOUND)]) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }
  check = await cruiseImports(root);
}, 60_000);

afterAll(() => rmSync(root, { recursive: true, force: true }));

describe('the import rules', () => {
  it('have a canary each', () => {
    const rules = configuration.forbidden?.map((rule) => rule.name) ?? [];
    expect(Object.keys(BROKEN).sort()).toEqual(rules.sort());
  });

  it('read every .ts and .svelte file', () => {
    expect(check.modules.filter((module) => !module.includes('nowhere')).sort()).toEqual(
      sourceFiles(root).sort(),
    );
  });

  it.each(Object.keys(BROKEN))('report a break of %s', (rule) => {
    expect(check.violations).toContainEqual(expect.objectContaining({ rule, from: BROKEN[rule]?.file }));
  });

  it('report nothing where they are kept', () => {
    const faulted = new Set(check.violations.map(({ from }) => from));
    const sound = Object.keys(SOUND).filter((file) => file !== 'src/lib/loop-b.ts');
    expect(sound.filter((file) => faulted.has(file))).toEqual([]);
  });
});
