import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readPlaywrightReport, readVitestReport } from './runner/read-report.ts';
import { endRunning, runCommand } from './runner/run-command.ts';
import {
  addTallies,
  CHECK_FAILED,
  CHECK_PASSED,
  closingLine,
  isGreen,
  NOTHING,
  type Tally,
} from './runner/tally.ts';

/**
 * `npm test`: every check and every test, in order of how soon they tell. A failing stage does not stop the later ones.
 * `npm test -- lint unit` runs only the named stages.
 */
interface Stage {
  name: string;
  command: string[];
  /** For a stage that is a test runner: its report and how to read it. A stage without one counts as one check. */
  report?: { path: string; read: (path: string) => Tally };
}

const vitest = (name: string, ...options: string[]): Stage => {
  const path = `.cache/${name}.json`;
  return {
    name,
    command: [
      'npx',
      'vitest',
      'run',
      ...options,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${path}`,
    ],
    report: { path, read: readVitestReport },
  };
};

const STAGES: Stage[] = [
  { name: 'types', command: ['npm', 'run', '--silent', 'check:types'] },
  { name: 'lint', command: ['npm', 'run', '--silent', 'check:lint'] },
  { name: 'imports', command: ['npm', 'run', '--silent', 'check:imports'] },
  vitest('unit', '--project', 'unit', '--project', 'contract'),
  { name: 'build', command: ['npm', 'run', '--silent', 'build'] },
  vitest('budgets', '--config', 'tests/budgets/vitest.config.ts'),
  vitest('browser', '--project', 'browser'),
  {
    name: 'e2e',
    command: ['npx', 'playwright', 'test'],
    report: { path: '.cache/e2e.json', read: readPlaywrightReport },
  },
];

/** A stage that takes longer than this has hung: it is terminated and counts as failed. */
const STAGE_LIMIT_MS = 55 * 60_000;

const root = fileURLToPath(new URL('..', import.meta.url));

async function runStage(stage: Stage): Promise<Tally> {
  console.log(`\n── ${stage.name}: ${stage.command.join(' ')}\n`);
  // A report of an earlier run must not be mistaken for this one's.
  if (stage.report) rmSync(stage.report.path, { force: true });
  const startedAt = performance.now();
  const exitCode = await runCommand(stage.command, STAGE_LIMIT_MS);
  const tally = stage.report
    ? tallyReport(stage.report, exitCode)
    : exitCode === 0
      ? CHECK_PASSED
      : CHECK_FAILED;
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  console.log(`\n── ${stage.name}: ${closingLine(tally)} (${seconds} s)`);
  return tally;
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

const stages = chosenStages(process.argv.slice(2));
if (!existsSync('../shared')) {
  console.log('../shared is absent: tests that need its models and recordings are left out, and say so.');
}
const tallies: { name: string; tally: Tally }[] = [];
for (const stage of stages) tallies.push({ name: stage.name, tally: await runStage(stage) });

const total = tallies.map(({ tally }) => tally).reduce(addTallies, NOTHING);
console.log('');
for (const { name, tally } of tallies) {
  console.log(`${name.padEnd(10)}${closingLine(tally)}`);
  // Repeated at the end, where readers of a long log look first.
  for (const title of tally.failures) console.log(`          ✗ ${title}`);
}
console.log('');
console.log(closingLine(total));
process.exitCode = isGreen(total) ? 0 : 1;
