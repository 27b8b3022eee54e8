import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { typed as run } from '../../tests/package/typed.ts';
import { freePort } from '../../tests/pool/nats-server.ts';
import { caseRows } from '../../tests/runner/case-rows.ts';
import { isThorough, THOROUGH_TAG } from '../../tests/runner/thorough.ts';
import { withoutNpm } from '../../tests/runner/without-npm.ts';
import vitestConfig from '../../vitest.config.ts';
import { PROJECT_ROOT } from './project-root.ts';
import { readTranscribeOptions } from './transcribe-options.ts';

/**
 * Each command of these pages, as it is typed there: in a block of code or a span of it. Own commands run, at least to their usage;
 * commands that take minutes are the stages of `npm test` themselves, and are compared with those. Commands of the package are in
 * `tests/package`.
 */
const DOCUMENTS = caseRows<string>(import.meta.url, 'documents');
const { scripts } = JSON.parse(readFileSync(join(PROJECT_ROOT, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};
/** Written in this project; the others are Vite's, Vitest's and so on. */
const OWN = Object.keys(scripts).filter((name) => /^tsx \S+$/.test(scripts[name] ?? ''));
/** Has no options, and ends with what it found. */
const WITHOUT_USAGE = ['check:imports'];
const MODELS = join(PROJECT_ROOT, 'public/models');
const STAGES = readFileSync(join(PROJECT_ROOT, 'tests/run.ts'), 'utf8');

/** The commands of a page, without comments and the settings of variables before them. */
function typedIn(document: string): string[] {
  const text = readFileSync(join(PROJECT_ROOT, document), 'utf8');
  const blocks = [...text.matchAll(/^```sh\n(.*?)^```/gms)].flatMap(([, body = '']) => body.split('\n'));
  const spans = [...text.replaceAll(/^```.*?^```/gms, '').matchAll(/`([^`]+)`/g)].map(
    ([, span = '']) => span,
  );
  const lines = [...blocks, ...spans.map((span) => span.replaceAll('\n', ' '))];
  return lines
    .map((line) => line.replace(/ +#.*/, '').replace(/^[A-Z_]+=\S+ /, ''))
    .filter((line) => /^(?:npm (?!ci\b|install\b)|npx (?!earshot\b)|node --)/.test(line));
}
const typed = [...new Set(DOCUMENTS.flatMap(typedIn))];

/** A command of npm in its parts; null for one of another program. */
function partsOf(line: string): { name: string; script: string; given: string[] } | null {
  const [, name = '', rest = ''] = /^npm (?:run (?:--silent )?)?([\w:]+)(.*)$/.exec(line) ?? [];
  const given = (rest.split(' -- ')[1] ?? '').split(/ >/)[0]?.split(' ').filter(Boolean) ?? [];
  return name === '' ? null : { name, script: scripts[name] ?? '', given };
}

const pathOf = (name: string) => scripts[name]?.replace('tsx ', '') ?? '';

/** By day those that their page names. */
const TRIED = OWN.filter(
  (name) =>
    !WITHOUT_USAGE.includes(name) &&
    (isThorough || typedIn('docs/command-line.md').some((line) => partsOf(line)?.name === name)),
);

/** Usages of the tried commands by their paths. */
async function usagesTogether(): Promise<Record<string, string>> {
  const paths = TRIED.map((name) => pathOf(name)).join(' ');
  const line = `node --import tsx tests/runner/print-usages.ts ${paths}`;
  const { status, output, errors } = await run(PROJECT_ROOT, line);
  expect([status, errors]).toEqual([0, '']);
  return JSON.parse(output);
}

describe('the own commands', () => {
  let together: Record<string, string> = {};
  beforeAll(async () => {
    if (!isThorough) together = await usagesTogether();
  });

  // Each is started as it is typed by night.
  it.each(TRIED)('npm run %s says how it is used, with all that the pages give it', async (name) => {
    const line = withoutNpm(`npm run --silent ${name} -- --help`);
    const { status, output: usage } = isThorough
      ? await run(PROJECT_ROOT, line)
      : { status: 0, output: together[pathOf(name)] ?? '' };
    expect(status).toBe(0);
    expect(usage).toMatch(/^Usage: npm /);
    expect(Math.max(...usage.split('\n').map(({ length }) => length))).toBeLessThan(160);
    const given = typed.flatMap((line) => {
      const parts = partsOf(line);
      return parts?.name === name ? parts.given.filter((word) => /^(?:-|[a-z]{3,}$)/.test(word)) : [];
    });
    // An option's value in a page is no word of the usage.
    expect(
      given.filter((word) => !usage.includes(word) && !/^(?:txt|careful|paragraph)$/.test(word)),
    ).toEqual([]);
  });

  // Their usage loads none.
  it('measure with sections that plain Node can load', { tags: THOROUGH_TAG }, async () => {
    const sections = ['tests/bench/bench.ts', 'tests/accuracy/accuracy.ts'].flatMap((path) =>
      [...readFileSync(join(PROJECT_ROOT, path), 'utf8').matchAll(/\bimport\('(\.[^']+)'\)/g)].map(
        ([, section = '']) => join(PROJECT_ROOT, dirname(path), section),
      ),
    );
    expect(sections.length).toBeGreaterThan(30);
    const load = sections.map((section) => `import "${section}";`).join(' ');
    expect(await run(PROJECT_ROOT, `npx tsx -e '${load}'`)).toEqual({ status: 0, output: '', errors: '' });
  });

  // Without the recordings that they name, they end when all options are read and each file is missed.
  const transcribing = typed.filter((line) => line.startsWith('npm run --silent transcribe'));
  it.each(transcribing)('%s has options that can be read', async (line) => {
    const given = (line.split(' -- ')[1] ?? '').replace(/ > .*/, '');
    const words = (await run(PROJECT_ROOT, `printf '%s\\n' ${given}`)).output.trim().split('\n');
    expect(readTranscribeOptions(words.map((word) => word.replace('path/to/models', MODELS)))).toMatchObject({
      files: [expect.stringMatching(/\.(?:mp3|flac|wav)$/)],
    });
  });

  it.each(isThorough ? transcribing : transcribing.slice(0, 1))('%s', async (line) => {
    const folder = mkdtempSync(join(tmpdir(), 'earshot-typed-'));
    const there = line.replace('path/to/models', MODELS).replace(/> (\S+)/, `> ${join(folder, '$1')}`);
    const { status, errors } = await run(PROJECT_ROOT, withoutNpm(there));
    rmSync(folder, { recursive: true });
    expect(errors).toMatch(/^\S+\.(?:mp3|flac|wav): File not found\.\n$/);
    expect(status).toBe(1);
  });

  it('transcribes with the models of MODELS_DIR, as npm start does', async () => {
    const line = 'MODELS_DIR=nowhere npm run --silent transcribe -- talk.wav';
    const { status, errors } = await run(PROJECT_ROOT, line);
    expect(errors).toContain('The folder of models nowhere does not exist.');
    expect(status).toBe(2);
  });

  it('are five and more that transcribe', () => {
    expect(transcribing.length).toBeGreaterThanOrEqual(5);
  });
});

describe('the commands of other programs', () => {
  const others = typed.filter((line) => !OWN.includes(partsOf(line)?.name ?? ''));

  it.each(others)('%s is there, with its files and projects', (line) => {
    const parts = partsOf(line);
    expect(parts?.script, line).not.toBe('');
    // With what it represents.
    const whole = `${line} ${parts?.script ?? ''}`;
    const projects = vitestConfig.test?.projects?.map((one) => (one as { test: { name: string } }).test.name);
    for (const [, project] of whole.matchAll(/--project (\w+)/g)) expect(projects).toContain(project);
    for (const [path] of whole.matchAll(/(?:src|tests|node_modules)\/\S+\.\w+/g))
      expect(existsSync(join(PROJECT_ROOT, path)), path).toBe(true);
    for (const [, program] of whole.matchAll(/npx (\w+)/g))
      expect(existsSync(join(PROJECT_ROOT, 'node_modules/.bin', program ?? '')), program).toBe(true);
    for (const [, inner = ''] of (parts?.script ?? '').matchAll(/npm run ([\w:]+)/g))
      expect(Object.keys(scripts)).toContain(inner);
  });

  it.each(['check:types', 'check:lint', 'check:imports', 'build'])(
    'npm run %s is a stage of npm test',
    (name) => {
      expect(STAGES).toContain(`['npm', 'run', '--silent', '${name}']`);
    },
  );

  it('npm run test:unit and test:browser run the projects of those stages', () => {
    for (const name of ['test:unit', 'test:browser']) {
      const projects = [...(scripts[name] ?? '').matchAll(/--project (\w+)/g)].map(([, project]) => project);
      expect(projects.length).toBeGreaterThan(0);
      for (const project of projects) expect(STAGES).toContain(`'--project', '${project}'`);
    }
  });

  it('npx vitest run … runs the one file that is named', { tags: THOROUGH_TAG }, async () => {
    const line = others.find((one) => one.startsWith('npx vitest run --project unit')) ?? '';
    const { status, output } = await run(PROJECT_ROOT, line);
    expect(output).toMatch(/Test Files +1 passed/);
    expect(status).toBe(0);
  });
});

describe('npm run dev', () => {
  let port = 0;
  let server: ReturnType<typeof spawn> | undefined;
  beforeAll(async () => {
    port = await freePort();
  });
  afterAll(() => {
    if (server?.pid) process.kill(-server.pid);
  });

  it('serves the sources', async () => {
    server = spawn('npm', ['run', 'dev', '--', '--port', String(port), '--strictPort'], {
      cwd: PROJECT_ROOT,
      stdio: 'ignore',
      detached: true,
    });
    const page = () =>
      fetch(`http://localhost:${port}/`).then(
        (response) => response.text(),
        () => '',
      );
    await expect.poll(page, { timeout: 50_000, interval: 300 }).toContain('/src/main.ts');
  });
});
