import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PROJECT_ROOT } from '../../src/cli/project-root.ts';
import { weaknessOf } from '../../src/lib/phrase-strength.ts';
import { Pool } from '../../src/pool/pool.ts';
import { THOROUGH_TAG } from '../runner/thorough.ts';
import { hasOpenssl, makeCertificates, NO_CERTIFICATES } from './certificates.ts';
import { accessTo } from './members.ts';
import { Broker, hasNatsServer, trusting } from './nats-server.ts';

const folder = join(mkdtempSync(join(tmpdir(), 'earshot-accounts-')), 'team');
const canRun = hasNatsServer() && hasOpenssl();

/** `npm run pool -- …` */
function run(...given: string[]): { code: number | null; said: string } {
  const script = join(PROJECT_ROOT, 'src/cli/set-up-pool.ts');
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--import', 'tsx', script, ...given], {
    encoding: 'utf8',
  });
  return { code: status, said: `${stdout}${stderr}`.trim() };
}

const seedOf = (name: string) => readFileSync(join(folder, `${name}.seed`), 'utf8');

describe.skipIf(!canRun)('npm run pool', () => {
  // Also where the tests are left out, their names are collected.
  const certificates = canRun ? makeCertificates() : NO_CERTIFICATES;
  let broker: Broker;
  let change: (action: string, by: string, ...more: string[]) => ReturnType<typeof run>;

  beforeAll(async () => {
    run('accounts', '--pool', 'team', '--members', 'anna,ben', '--out', folder);
    // The broker takes every path from its own folder, which is beside this one.
    const account = join('..', relative(tmpdir(), folder), 'account.conf');
    const rights = `accounts { include "${account}" }`;
    broker = await Broker.start({ rights, tls: certificates });
    change = (action, by, ...more) =>
      run(
        ...[action, '--pool', 'team', '--address', broker.url, '--credentials', join(folder, `${by}.seed`)],
        ...more,
      );
  });

  afterAll(async () => {
    await broker.end();
    certificates.remove();
    rmSync(dirname(folder), { recursive: true });
  });

  it('makes accounts, and a pool that their members can join over TLS', { tags: THOROUGH_TAG }, async () => {
    for (const secret of ['anna.seed', 'administrator.seed', 'phrase.txt', '.'])
      expect(statSync(join(folder, secret)).mode & 0o077, secret).toBe(0);
    const made = change('create', 'administrator', '--ca', certificates.caFile, '--gigabytes', '0.01');
    expect(made).toEqual({ code: 0, said: 'The pool "team" is set up.' });
    const access = accessTo(broker, 'team', seedOf('anna'));
    const facts = { id: 'a', name: 'A', models: [], device: 'wasm' as const };
    const pool = await Pool.join(access, facts, { socket: trusting(certificates.ca) });
    await expect.poll(() => pool.members.rows.size).toBe(1);
    await pool.leave();
    // Other limits change the same pool.
    const changed = change('create', 'administrator', '--ca', certificates.caFile, '--gigabytes', '0.02');
    expect(changed.code).toBe(0);
  });

  it.each([
    ['a certificate that is not trusted', 'administrator', [], '--ca'],
    ['a member', 'anna', ['--ca', certificates.caFile], 'the seed of the administrator'],
    ['limits that are none', 'administrator', ['--ca', certificates.caFile, '--days', 'x'], '--days'],
  ])('says in one sentence what to do: %s', (_, by, more, told) => {
    const { code, said } = change('create', by, ...more);
    expect(code).toBe(1);
    expect(said).toContain(told);
    expect(said.split('\n')).toHaveLength(1);
    expect(said).not.toContain(seedOf(by).trim());
  });

  it('puts secrets where Git and Docker leave them out, and says so', () => {
    const pool = `test-${process.pid}`;
    const made = join(PROJECT_ROOT, 'pool-accounts', pool);
    try {
      const { code, said } = run('accounts', '--pool', pool, '--members', 'anna');
      expect({ code, said }).toEqual({
        code: 0,
        said: expect.stringContaining('Git and Docker leave this folder out'),
      });
      const secrets = ['anna.seed', 'administrator.seed', 'phrase.txt'].map((name) => join(made, name));
      expect(secrets.filter((path) => !existsSync(path))).toEqual([]);
      const { stdout } = spawnSync('git', ['check-ignore', ...secrets], {
        cwd: PROJECT_ROOT,
        encoding: 'utf8',
      });
      expect(stdout.trim().split('\n')).toEqual(secrets);
      expect(weaknessOf(readFileSync(join(made, 'phrase.txt'), 'utf8'))).toBeNull();
    } finally {
      rmSync(made, { recursive: true, force: true });
    }
    expect(run('accounts', '--pool', 'team', '--members', 'anna', '--out', folder).said).toContain(
      'keep this folder out of version control',
    );
  });

  it('closes the files of secrets that others can read', () => {
    chmodSync(join(folder, 'anna.seed'), 0o644);
    run('accounts', '--pool', 'team', '--members', 'anna,ben', '--out', folder);
    expect(statSync(join(folder, 'anna.seed')).mode & 0o077).toBe(0);
  });

  it('keeps the seeds that exist when members are added and revoked', () => {
    const [anna, ben, phrase] = [
      seedOf('anna'),
      seedOf('ben'),
      readFileSync(join(folder, 'phrase.txt'), 'utf8'),
    ];
    const { said } = run('accounts', '--pool', 'team', '--members', 'anna,clara', '--out', folder);
    expect(said).toContain('1 of them new');
    expect([seedOf('anna'), seedOf('ben'), readFileSync(join(folder, 'phrase.txt'), 'utf8')]).toEqual([
      anna,
      ben,
      phrase,
    ]);
    const rights = readFileSync(join(folder, 'account.conf'), 'utf8');
    expect(rights).toMatch(/# anna\n[\s\S]*# clara\n/);
    expect(rights).not.toContain('# ben');
  });
});
