import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PROJECT_ROOT } from '../../src/cli/project-root.ts';

const read = (path: string) => readFileSync(join(PROJECT_ROOT, path), 'utf8');
const dockerfile = read('docs/pool/Dockerfile');
const compose = read('docs/pool/compose.yaml');
const guide = read('docs/pool.md');

/** Where there is no Docker, what the files say of each other and of the project is all that can be checked. */
describe('the containers of a pool', () => {
  it('copy what exists, and leave out what is installed, built or secret', () => {
    const copied = [...dockerfile.matchAll(/^COPY (?:--\S+ )?(.+) \S+$/gm)].flatMap(([, paths]) =>
      (paths ?? '').split(' '),
    );
    expect(copied).toContain('package-lock.json');
    expect(copied.filter((path) => !existsSync(join(PROJECT_ROOT, path)))).toEqual([]);
    const left = read('.dockerignore').split('\n');
    expect(left).toEqual(
      expect.arrayContaining(['node_modules', 'dist', '.git', 'docs/pool/*', 'pool-accounts', '**/*.seed']),
    );
    expect(copied.filter((path) => left.includes(path))).toEqual([]);
  });

  it('start the worker with options that it has', () => {
    const usage = read('src/cli/worker.ts');
    const options = [...`${dockerfile}${compose}`.matchAll(/"(--[a-z-]+)"/g)].map(
      ([, option]) => option ?? '',
    );
    const ofWorker = options.filter((option) => option !== '--config' && option !== '--import');
    expect(ofWorker).toContain('--phrase-file');
    expect(ofWorker.filter((option) => !usage.includes(`  ${option} `))).toEqual([]);
  });

  it('put the files where the others look for them', () => {
    // The image's user, whom the notes on secrets name.
    expect(dockerfile).toContain('USER node');
    expect(compose).toContain('readable for user 1000');
    for (const target of compose.matchAll(/^ +- \.{1,2}\/\S+:(\/etc\/nats\/\S+):ro$/gm)) {
      expect(
        [...`${compose}${guide}`.matchAll(new RegExp(target[1]?.split('/').at(-1) ?? '-', 'g'))].length,
      ).toBeGreaterThan(1);
    }
    expect(guide).toContain('include "team/account.conf"');
    expect(compose).toContain('pool-accounts/team/account.conf:/etc/nats/team/account.conf');
    const git = read('.gitignore').split('\n');
    const secrets = [...compose.matchAll(/^ +file: \.\.\/\.\.\/(\S+)$/gm)].map(([, path]) => path ?? '');
    expect(secrets).toHaveLength(2);
    expect(secrets.every((path) => path.startsWith('pool-accounts/') && git.includes('pool-accounts/'))).toBe(
      true,
    );
    const store = /store_dir: "(.+)"/.exec(guide)?.[1];
    expect(compose).toContain(`store:${store}`);
    expect(compose).toContain('profile:/profile');
    expect(dockerfile).toContain('VOLUME /profile');
  });
});
