import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PROJECT_ROOT } from '../../src/cli/project-root.ts';
import { historyFaults, historyGap } from './history.ts';

/** Earlier commits are left as they are. */
const SINCE = '58e471a7';

it('the history has no merge commit, and no folder of a machine in a subject', ({ skip }) => {
  const gap = historyGap(PROJECT_ROOT, SINCE);
  if (gap !== null) skip(gap);
  expect(historyFaults(PROJECT_ROOT, SINCE)).toEqual([]);
});

const folder = mkdtempSync(join(tmpdir(), 'earshot-history-'));
const made = join(folder, 'made');
const git = (...options: string[]) =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...options], {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
const inMade = (...options: string[]) => git('-C', made, ...options);
const commit = (subject: string) => inMade('commit', '--allow-empty', '-m', subject);

beforeAll(() => {
  git('init', '-b', 'main', made);
  commit('Begin in /tmp/a');
  inMade('tag', 'first');
  for (const subject of ['Read files of /work', 'Keep "/home/a" out', 'Ask src/work and /v2', 'Say and/or'])
    commit(subject);
  inMade('checkout', '-b', 'side', 'first');
  commit('Go aside');
  inMade('checkout', 'main');
  inMade('merge', '--no-ff', '-m', 'Join both', 'side');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('merge commits and folders of a machine are named', () => {
  expect(historyGap(made, 'first')).toBeNull();
  expect(
    historyFaults(made, 'first')
      .map((fault) => fault.replace(/^\w+ /, ''))
      .sort(),
  ).toEqual([
    'is a merge commit: Join both',
    'names a folder of a machine: Keep "/home/a" out',
    'names a folder of a machine: Read files of /work',
  ]);
});

it('a shallow clone has no history', () => {
  const shallow = join(folder, 'shallow');
  git('clone', '--depth', '1', pathToFileURL(made).href, shallow);
  expect(historyGap(shallow, 'HEAD')).toContain('shallow');
  expect(historyGap(made, '58e471a7')).toContain('no history since 58e471a7');
});
