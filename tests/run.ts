import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureBrowsers, testMachine, withoutQuestions } from '../src/cli/browser/ensure-browser.ts';
import type { BrowserName } from '../src/cli/browser/find-browser.ts';
import { hasOpenssl } from './pool/certificates.ts';
import { hasNatsServer } from './pool/nats-server.ts';
import { type Load, runBeside } from './runner/beside.ts';
import { readPlaywrightReport, readVitestReport } from './runner/read-report.ts';
import { endRunning, runCommand } from './runner/run-command.ts';
import { RUN_FILE } from './runner/run-file.ts';
import {
  addTallies,
  CHECK_FAILED,
  CHECK_PASSED,
  closingLine,
  isGreen,
  NOTHING,
  type Tally,
} from './runner/tally.ts';
import {
  THOROUGH,
  THOROUGH_FILES,
  THOROUGH_IN_ENGINES,
  THOROUGH_SPECS,
  THOROUGH_TAG,
} from './runner/thorough.ts';

/**
 * `npm test`: the checks and tests of every change, the quickest first. A failing stage does not stop the later
 * ones. `npm test -- lint unit` runs only the named stages. `npm run test:all` adds the thorough tests, as every night does:
 * those that wait out long clocks, or repeat on the built app or in a further browser what a smaller test holds.
 */
interface Stage extends Load {
  command: string[];
  /** For a stage that is a test runner: its report and how to read it. A stage without one counts as one check. */
  report?: { path: string; read: (path: string) => Tally };
  /** What it drives; where one is missing, it is installed before the first stage. */
  browsers?: BrowserName[];
  /** What it drives as well, if it can be had: it says itself what it left out. */
  furtherBrowsers?: BrowserName[];
}

/** Stages that run beside each other. */
const AT_ONCE = 2;

const ALL = '--all';
const isAll = process.argv.includes(ALL);
// Read by tests of Vitest that have a thorough part.
if (isAll) process.env.EARSHOT_THOROUGH = '1';

/** What a stage of Playwright leaves out of an ordinary run: titles after the names of browser and file, and tags. */
const leftOut = (...patterns: string[]): string[] =>
  isAll ? [] : ['--grep-invert', [THOROUGH, ...patterns].join('|')];

/** The same for Vitest. */
const testsLeftOut = isAll ? [] : [`--tags-filter=!${THOROUGH_TAG}`];
const filesLeftOut = isAll ? [] : THOROUGH_FILES.flatMap((file) => ['--exclude', file]);

const vitest = (name: string, ...options: string[]): Stage => {
  // In a folder of their own: as `.cache/package.json`, one would be the manifest of everything below.
  const path = `.cache/reports/${name}.json`;
  return {
    name,
    command: [
      'npx',
      'vitest',
      'run',
      ...options,
      ...testsLeftOut,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${path}`,
    ],
    report: { path, read: (path) => readVitestReport(path, isAll ? null : THOROUGH_TAG) },
  };
};

/**
 * The quickest checks first, then the long stages: whichever of the two places is free takes the next that can start, so that
 * both are taken to the end.
 */
const STAGES: Stage[] = [
  { name: 'types', command: ['npm', 'run', '--silent', 'check:types'] },
  { name: 'lint', command: ['npm', 'run', '--silent', 'check:lint'] },
  { name: 'imports', command: ['npm', 'run', '--silent', 'check:imports'] },
  {
    ...vitest('browser', '--project', 'browser', ...filesLeftOut),
    browsers: ['chromium'],
    furtherBrowsers: ['headless-shell'],
    isWide: true,
  },
  { name: 'build', command: ['npm', 'run', '--silent', 'build'] },
  vitest('unit', '--project', 'unit', '--project', 'host', '--project', 'contract', ...filesLeftOut),
  {
    name: 'e2e',
    command: ['npx', 'playwright', 'test', ...leftOut(THOROUGH_SPECS)],
    report: { path: '.cache/e2e.json', read: readPlaywrightReport },
    browsers: ['chromium'],
    furtherBrowsers: ['headless-shell'],
    isWide: true,
    needs: 'build',
  },
  {
    ...vitest('package', '--config', 'tests/package/vitest.config.ts', ...filesLeftOut),
    browsers: ['chromium'],
    needs: 'build',
  },
  {
    name: 'engines',
    command: [
      'npx',
      'playwright',
      'test',
      '-c',
      'tests/engines/playwright.config.ts',
      ...leftOut(
        // The browser of all the other stages.
        '^chromium ',
        ...THOROUGH_IN_ENGINES,
      ),
    ],
    report: { path: '.cache/engines.json', read: readPlaywrightReport },
    browsers: ['chromium'],
    furtherBrowsers: ['firefox', 'webkit'],
    needs: 'build',
  },
  vitest('models', '--project', 'models', ...filesLeftOut),
  vitest('pool', '--project', 'pool'),
  { ...vitest('budgets', '--config', 'tests/budgets/vitest.config.ts'), needs: 'build' },
];

/** A stage that takes longer than this has hung: it is terminated and counts as failed. */
const STAGE_LIMIT_MS = 25 * 60_000;

const root = fileURLToPath(new URL('..', import.meta.url));

interface Ran {
  stage: Stage;
  tally: Tally;
  seconds: number;
}

async function runStage(stage: Stage, prefix: string): Promise<Ran> {
  console.log(`\n── ${stage.name}: ${stage.command.join(' ')}\n`);
  // A report of an earlier run must not be mistaken for this one's.
  if (stage.report) rmSync(stage.report.path, { force: true });
  const startedAt = performance.now();
  const exitCode = await runCommand(stage.command, STAGE_LIMIT_MS, prefix);
  const tally = stage.report
    ? tallyReport(stage.report, exitCode)
    : exitCode === 0
      ? CHECK_PASSED
      : CHECK_FAILED;
  const seconds = (performance.now() - startedAt) / 1000;
  console.log(`\n── ${stage.name}: ${closingLine(tally)} (${Math.round(seconds)} s)`);
  return { stage, tally, seconds };
}

function tallyReport({ path, read }: NonNullable<Stage['report']>, exitCode: number): Tally {
  if (!existsSync(path)) {
    console.error(`The runner wrote no report (${path}).`);
    return CHECK_FAILED;
  }
  const tally = read(path);
  if (tally.passed + tally.failed === 0) {
    console.error('The runner executed no test.');
    return { ...tally, failed: 1 };
  }
  // The runner failed outside any test, for example with an unhandled error.
  return exitCode !== 0 && tally.failed === 0 ? { ...tally, failed: 1 } : tally;
}

function chosenStages(names: string[]): Stage[] {
  const unknown = names.filter((name) => !STAGES.some((stage) => stage.name === name));
  if (unknown.length > 0) {
    const known = STAGES.map((stage) => stage.name).join(', ');
    console.error(`There is no stage ${unknown.join(', ')}. Stages: ${known}.`);
    process.exit(2);
  }
  return names.length === 0 ? STAGES : STAGES.filter((stage) => names.includes(stage.name));
}

process.chdir(root);
mkdirSync('.cache', { recursive: true });
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    endRunning();
    process.exit(130);
  });
}

if (process.argv.slice(2).some((word) => ['--help', '-h'].includes(word))) {
  console.log(`Usage: npm test -- [STAGE…] [${ALL}]

Runs the checks and tests of every change, or the named stages of them; with ${ALL}, the thorough ones too. The last line counts
what passed and failed.

Stages: ${STAGES.map(({ name }) => name).join(', ')}.`);
  process.exit(0);
}
const stages = chosenStages(process.argv.slice(2).filter((word) => word !== ALL));
const runsPool = stages.some(({ name }) => name === 'pool');
/** What this machine cannot run. */
const absences = [
  existsSync('../shared') ? [] : ['what needs the models and recordings of ../shared'],
  runsPool && !hasNatsServer() ? ['the pool, without nats-server'] : [],
  runsPool && !hasOpenssl() ? ['the pool over TLS, without openssl'] : [],
].flat();
const needed = new Set(stages.flatMap(({ browsers = [] }) => browsers));
const [missing] = await ensureBrowsers([...needed], testMachine);
if (missing !== undefined) {
  console.error(missing.reason);
  process.exit(1);
}
// Installed one after the other while the first stages run: checks come before what drives them.
const isThere = new Map<BrowserName, Promise<unknown>>();
for (const name of stages.flatMap(({ furtherBrowsers = [] }) => furtherBrowsers)) {
  if (isThere.has(name)) continue;
  const others = Promise.all(isThere.values());
  isThere.set(
    name,
    others.then(() => ensureBrowsers([name], withoutQuestions)),
  );
}
const startedAt = performance.now();
/** Where there are several, each line of their output begins with the stage's name. */
const prefixOf = ({ name }: Stage) => (stages.length > 1 ? `${name.padEnd(8)}│ ` : '');
const ran = await runBeside(stages, AT_ONCE, async (stage) => {
  for (const name of stage.furtherBrowsers ?? []) await isThere.get(name);
  return runStage(stage, prefixOf(stage));
});
const seconds = (performance.now() - startedAt) / 1000;
const total = ran.map(({ tally }) => tally).reduce(addTallies, NOTHING);
console.log('');
for (const { stage, tally, seconds } of ran) {
  const took = `${Math.round(seconds)} s`.padStart(6);
  console.log(`${stage.name.padEnd(10)}${took.padEnd(9)}${closingLine(tally)}`);
  // Repeated at the end, where readers of a long log look first.
  for (const title of tally.failures) console.log(`          ✗ ${title}`);
  for (const title of tally.flaky) console.log(`          ~ passed only when tried again: ${title}`);
}
console.log(`\n${(seconds / 60).toFixed(1)} minutes\n`);
if (stages.length === STAGES.length && !isAll) {
  mkdirSync(dirname(RUN_FILE), { recursive: true });
  writeFileSync(RUN_FILE, JSON.stringify({ seconds: Math.round(seconds) }));
}
console.log(closingLine(total) + (absences.length > 0 ? `; left out: ${absences.join(', ')}` : ''));
process.exitCode = isGreen(total) ? 0 : 1;
