import { type ChildProcess, fork } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import type { Figure } from '../runner/figure.ts';
import { type BenchOptions, workPath } from './bench-setup.ts';
import type { StoredReport, StoredTask } from './fuzz-stored-child.ts';

/** A process that is silent for this long hangs, even on a busy machine. */
const HANGS_AFTER_MS = 60_000;
/** Of so many mutations, one is of a backup: those take longer. */
const BACKUP_EVERY = 5;

/**
 * Damages transcripts of other programs and backups, gives them to the service and to the restore, and reads, corrects and exports all
 * that was taken. Faults are written down with their seeds for tests/contract/fuzzed-imports.test.ts.
 */
export async function fuzzStored({ minutes }: BenchOptions): Promise<Figure[]> {
  const faults: (StoredTask & { detail: string })[] = [];
  const counts = { transcript: 0, backup: 0, accepted: 0, refused: 0, crashed: 0, hung: 0 };
  const spent = { transcript: 0, backup: 0 };
  let slowest = 0;
  const firstSeed = Math.floor(Math.random() * 2 ** 31);
  console.log(`  seeds from ${firstSeed}`);
  const end = performance.now() + minutes * 60_000;
  let child = await startChild();
  try {
    for (let round = 0; performance.now() < end; round++) {
      const kind = round % BACKUP_EVERY === 0 ? 'backup' : 'transcript';
      const task: StoredTask = { kind, seed: (firstSeed + round) >>> 0 };
      const report = await answerOf(child, task);
      counts[kind] += 1;
      if (report) {
        counts[report.outcome] += 1;
        spent[kind] += report.ms;
        slowest = Math.max(slowest, report.ms);
        if (report.outcome === 'crashed') faults.push({ ...task, detail: report.detail });
      } else {
        counts.hung += 1;
        faults.push({ ...task, detail: 'hung' });
        child.kill('SIGKILL');
        child = await startChild();
      }
    }
  } finally {
    child.kill();
  }
  for (const { kind, seed, detail } of faults.slice(0, 50)) console.log(`  ${kind} ${seed}: ${detail}`);
  writeFileSync(workPath('fuzz-stored-faults.json'), JSON.stringify(faults, null, 2));
  const figure = (name: string, value: number, unit = '', atMost?: number): Figure => ({
    section: 'fuzz-stored',
    name,
    value,
    unit,
    ...(atMost !== undefined && { atMost }),
  });
  return [
    figure('mutations of transcripts', counts.transcript),
    figure('mutations of backups', counts.backup),
    figure('of them taken, and read, corrected and exported again', counts.accepted),
    figure('of them refused with the reason', counts.refused),
    figure('answered with a 5xx, half stored or not to be read again', counts.crashed, '', 0),
    figure('hung', counts.hung, '', 0),
    figure('processor time for a transcript', spent.transcript / counts.transcript, 'ms'),
    figure('processor time for a backup', spent.backup / counts.backup, 'ms'),
    figure('processor time for one, most', slowest, 'ms'),
  ];
}

async function startChild(): Promise<ChildProcess> {
  const child = fork(new URL('./fuzz-stored-process.ts', import.meta.url), {
    execArgv: ['--import', 'tsx', '--max-old-space-size=1024'],
    // Refusals are logged with their causes.
    stdio: ['ignore', 'ignore', process.env.FUZZ_LOG ? 'inherit' : 'ignore', 'ipc'],
  });
  await new Promise((resolve, reject) => {
    child.once('message', resolve);
    child.once('exit', () => reject(new Error('The process that imports could not be started.')));
  });
  child.removeAllListeners('exit');
  return child;
}

/** Null if the process hangs or dies. */
function answerOf(child: ChildProcess, task: StoredTask): Promise<StoredReport | null> {
  return new Promise((resolve) => {
    const answer = (report: StoredReport | null) => {
      clearTimeout(timer);
      child.removeAllListeners();
      resolve(report);
    };
    const timer = setTimeout(answer, HANGS_AFTER_MS, null);
    child.once('message', (report: StoredReport) => answer(report));
    child.once('exit', () => answer(null));
    child.send(task);
  });
}
