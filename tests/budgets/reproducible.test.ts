import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { differenceOf } from '../../src/cli/integrity/compare-site.ts';
import { PROJECT_ROOT } from '../../src/cli/project-root.ts';
import { THOROUGH_TAG } from '../runner/thorough.ts';
import { filesUnder } from './built-app.ts';

const dist = join(PROJECT_ROOT, 'dist');
/** Made by a build, or not part of it. */
const NOT_SOURCES = ['.git', '.cache', '.svelte-check', 'dist', 'dist-maps', 'node_modules', 'release'];
/** A year and a month. */
const LATER_MS = 395 * 86_400_000;
const LATER = `const Real = Date;
globalThis.Date = class extends Real {
  constructor(...given) { given.length > 0 ? super(...given) : super(Real.now() + ${LATER_MS}); }
  static now() { return Real.now() + ${LATER_MS}; }
};`;

it('has neither a folder, a user nor a day of its build in the built app', () => {
  const today = new Date().toISOString().slice(0, 10);
  const traces = [PROJECT_ROOT, `${homedir()}/`, 'node_modules/.', `${today}T`];
  const texts = filesUnder(dist).filter((path) => /\.(m?js|css|html|json|txt|webmanifest|d\.ts)$/.test(path));
  expect(texts.length).toBeGreaterThan(100);
  const found = texts.flatMap((path) => {
    const text = readFileSync(join(dist, path), 'utf8');
    return traces.filter((trace) => text.includes(trace)).map((trace) => `${path}: ${trace}`);
  });
  expect(found).toEqual([]);
});

describe('a build in another folder, by another user, in another zone and language, more than a year later', () => {
  const elsewhere = mkdtempSync(join(tmpdir(), 'earshot reproduced '));
  const copy = join(elsewhere, 'deep/er/Ordner');
  afterAll(() => rmSync(elsewhere, { recursive: true, force: true }), 120_000);

  /** Each file that differs, with where. */
  const differences = (ours: string, theirs: string): string[] =>
    [...new Set([...filesUnder(ours), ...filesUnder(theirs)])].sort().flatMap((path) => {
      const files = [ours, theirs].map((folder) => join(folder, path));
      const [one, other] = files.map((file) => (existsSync(file) ? readFileSync(file) : null));
      if (!one || !other) return [`${path}: only in ${one ? 'the first' : 'the second'}`];
      return one.equals(other) ? [] : [`${path}: ${differenceOf(other, one, one.length)}`];
    });

  const pack = (root: string, env: NodeJS.ProcessEnv = {}) =>
    execFileSync(process.execPath, [join(root, 'node_modules/tsx/dist/cli.mjs'), 'src/cli/package/pack.ts'], {
      cwd: root,
      // That of a test runner would be another build.
      env: { ...process.env, NODE_ENV: 'production', ...env },
      stdio: ['ignore', 'ignore', 'inherit'],
    });

  const unpacked = (archive: string, to: string): string => {
    mkdirSync(to, { recursive: true });
    execFileSync('tar', ['-xzf', archive, '-C', to]);
    return to;
  };

  it('gives the same bytes, of the app and of the packages', {
    tags: [THOROUGH_TAG],
    timeout: 1_800_000,
  }, () => {
    mkdirSync(copy, { recursive: true });
    for (const name of readdirSync(PROJECT_ROOT).filter((one) => !NOT_SOURCES.includes(one)))
      cpSync(join(PROJECT_ROOT, name), join(copy, name), { recursive: true });
    cpSync(join(PROJECT_ROOT, 'node_modules'), join(copy, 'node_modules'), {
      recursive: true,
      verbatimSymlinks: true,
    });
    const later = join(elsewhere, 'later.cjs');
    writeFileSync(later, LATER);
    pack(PROJECT_ROOT);
    pack(copy, {
      TZ: 'Pacific/Kiritimati',
      LANG: 'tr_TR.UTF-8',
      LC_ALL: 'tr_TR.UTF-8',
      USER: 'somebody',
      LOGNAME: 'somebody',
      HOME: elsewhere,
      SOURCE_DATE_EPOCH: '86400',
      NODE_OPTIONS: `--require ${JSON.stringify(later)}`,
    });
    expect(differences(dist, join(copy, 'dist'))).toEqual([]);
    const archives = readdirSync(join(copy, 'release')).filter((name) => name.endsWith('.tgz'));
    expect(archives).toHaveLength(2);
    for (const name of archives) {
      const [ours, theirs] = [PROJECT_ROOT, copy].map((root) => join(root, 'release', name));
      const at = (side: string) => join(elsewhere, side, basename(name));
      expect(differences(unpacked(ours ?? '', at('ours')), unpacked(theirs ?? '', at('theirs')))).toEqual([]);
      expect(readFileSync(theirs ?? '').equals(readFileSync(ours ?? '')), name).toBe(true);
    }
  });
});
