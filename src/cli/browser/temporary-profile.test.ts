import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { freePort } from '../../../tests/pool/nats-server.ts';
import { PROJECT_ROOT } from '../project-root.ts';
import { adoptProfile, newProfile, sweepProfiles, writeNotes } from './temporary-profile.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'earshot-sweep-'));
  vi.stubEnv('TMPDIR', folder);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

/** A profile of a process that was ended by SIGKILL. */
async function leftProfile(): Promise<string> {
  const code = `import { newProfile } from './src/cli/browser/temporary-profile.ts'; console.log(newProfile()); setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', code], {
    cwd: PROJECT_ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [path] = await once(child.stdout, 'data');
  const profile = String(path).trim();
  sweepProfiles();
  expect(existsSync(profile), 'while its process runs').toBe(true);
  child.kill('SIGKILL');
  await once(child, 'exit');
  return profile;
}

describe('a temporary profile', () => {
  it('is deleted once its process is gone, and only then', async () => {
    const own = newProfile();
    const left = await leftProfile();
    writeFileSync(join(left, 'recording'), 'bytes');
    writeFileSync(join(folder, 'earshot-profile-of-another-kind'), '');
    sweepProfiles();
    const there = readdirSync(folder).filter((name) => !name.startsWith('tsx-'));
    expect(there.toSorted()).toEqual([basename(own), 'earshot-profile-of-another-kind']);
  });

  it('is not that of a process with the same id that started at another time', () => {
    if (process.platform !== 'linux') return;
    const own = basename(newProfile());
    const former = own.replace(/^(earshot-profile-\d+-)\d+/, '$11');
    writeFileSync(join(folder, former), '');
    sweepProfiles();
    expect(readdirSync(folder)).toEqual([own]);
  });

  it('stays while a browser has it open', async () => {
    const left = await leftProfile();
    symlinkSync(`host-${process.pid}`, join(left, 'SingletonLock'));
    sweepProfiles();
    expect(existsSync(left)).toBe(true);
  });

  it('is kept for a week with a transcript that could not be written', async () => {
    const left = await leftProfile();
    writeNotes(left, { port: 1, jobs: { a: 'address' }, isKept: true });
    sweepProfiles();
    expect(existsSync(left)).toBe(true);
    const weekAgo = Date.now() / 1000 - 8 * 86_400;
    utimesSync(left, weekAgo, weekAgo);
    sweepProfiles();
    expect(existsSync(left)).toBe(false);
  });

  it('is adopted by one process that has a job of it', async () => {
    const left = await leftProfile();
    const port = await freePort();
    writeNotes(left, { port, jobs: { a: 'address' }, isKept: false });
    expect(await adoptProfile(['b'])).toBeNull();
    const adopted = await adoptProfile(['b', 'a']);
    expect(adopted).toEqual({ profile: expect.stringContaining(`-${process.pid}-`), port });
    sweepProfiles();
    expect(existsSync(adopted?.profile ?? '')).toBe(true);
    expect(await adoptProfile(['a'])).toBeNull();
  });
});
