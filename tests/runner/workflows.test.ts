import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { PROJECT_ROOT } from '../../src/cli/project-root.ts';

const read = (path: string) => readFileSync(join(PROJECT_ROOT, path), 'utf8');
const filesOf = (folder: string) =>
  readdirSync(join(PROJECT_ROOT, folder))
    .filter((name) => name.endsWith('.yml'))
    .map((name) => `${folder}/${name}`);

const WORKFLOWS = [...filesOf('.github/workflows'), 'docs/hosting/github-pages.yml'];
const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };

/** The parts of a workflow that are checked; a step either uses an action or runs a line. */
const step = z.union([
  z.strictObject({
    uses: z.string(),
    id: z.string().optional(),
    with: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).optional(),
  }),
  z.strictObject({
    run: z.string(),
    name: z.string().optional(),
    if: z.string().optional(),
    env: z.record(z.string(), z.string()).optional(),
    'working-directory': z.string().optional(),
  }),
]);
const workflow = z.strictObject({
  name: z.string(),
  on: z.record(z.string(), z.unknown()),
  permissions: z.record(z.string(), z.enum(['read', 'write'])),
  concurrency: z.unknown().optional(),
  jobs: z.record(
    z.string(),
    z.strictObject({
      'runs-on': z.literal('ubuntu-latest'),
      'timeout-minutes': z.int().max(120),
      environment: z.unknown().optional(),
      steps: z.array(step).min(1),
    }),
  ),
});

const stepsOf = (path: string) =>
  Object.values(workflow.parse(parse(read(path))).jobs).flatMap(({ steps }) => steps);
const linesOf = (path: string) => stepsOf(path).flatMap((one) => ('run' in one ? one.run : []));

describe.each(WORKFLOWS)('%s', (path) => {
  it('is a workflow with the rights that it names and a time limit', () => {
    expect(workflow.safeParse(parse(read(path))).error).toBeUndefined();
  });

  it('pins each action by the hash of a commit, with its version beside it', () => {
    const used = read(path)
      .split('\n')
      .filter((line) => /\buses:/.test(line));
    expect(used.length).toBeGreaterThan(0);
    expect(used.filter((line) => !/uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(line))).toEqual(
      [],
    );
  });

  it('runs shell lines without errors of syntax, and scripts that exist', () => {
    const lines = linesOf(path);
    expect(lines.length).toBeGreaterThan(0);
    for (const line of lines) {
      execFileSync('bash', ['-n', '-c', line.replaceAll(/\$\{\{.*?\}\}/g, 'value')]);
      const named = [...line.matchAll(/\bnpm (?:run (?:--silent )?)?([\w:]+)/g)].map(([, name = '']) => name);
      expect(named.filter((name) => name !== 'ci' && !scripts[name])).toEqual([]);
      const [, own] = /(?:^|\s)(\.ci\/\w+)/.exec(line) ?? [];
      if (own) expect(existsSync(join(PROJECT_ROOT, own))).toBe(true);
    }
  });
});

it('all workflows use the same commit of an action', () => {
  const used = WORKFLOWS.flatMap(stepsOf).flatMap((one) => ('uses' in one ? one.uses : []));
  const actions = new Set(used.map((one) => one.split('@')[0]));
  expect(new Set(used).size).toBe(actions.size);
});

it.each(['.github/dependabot.yml', ...filesOf('.github/ISSUE_TEMPLATE')])('%s can be read', (path) => {
  expect(parse(read(path))).toBeTypeOf('object');
});

it('updates of packages, actions and images are proposed', () => {
  const { updates } = parse(read('.github/dependabot.yml'));
  const kinds = updates.map((one: Record<string, unknown>) => one['package-ecosystem']);
  expect(kinds).toEqual(expect.arrayContaining(['npm', 'github-actions', 'docker', 'docker-compose']));
});

it('a release is of the tag’s version, and no tag is published without the whole of the tests and its provenance', () => {
  const lines = linesOf('.github/workflows/release.yml').join('\n');
  expect(lines).toMatch(
    /\.ci\/run[\s\S]*npm run release -- "\$\{GITHUB_REF_NAME#v\}"[\s\S]*gh release create/,
  );
  const used = stepsOf('.github/workflows/release.yml').findIndex(
    (one) => 'uses' in one && one.uses.includes('attest'),
  );
  const published = stepsOf('.github/workflows/release.yml').findIndex(
    (one) => 'run' in one && one.run.startsWith('gh'),
  );
  expect(used).toBeGreaterThan(0);
  expect(used).toBeLessThan(published);
  expect(parse(read('.github/workflows/release.yml')).on).toEqual({ push: { tags: ['v*'] } });
});
