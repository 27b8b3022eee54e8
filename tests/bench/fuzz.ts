import { type ChildProcess, fork } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { splitParts } from '../../src/service/multipart/split-parts.ts';
import { endlessFiles } from '../fuzz/endless-files.ts';
import { type FuzzTask, fuzzNames } from '../fuzz/fuzz-case.ts';
import { openFile } from '../fuzz/open-and-read.ts';
import type { Figure } from '../runner/figure.ts';
import { type BenchOptions, workPath } from './bench-setup.ts';
import type { FuzzReport } from './fuzz-child.ts';

/** What opening a file may take of the service worker's time … */
const MOST_OPEN_MS = 250;
/** … and reading all its packets of a decoder's. */
const MOST_READ_MS = 2_000;
/** A process that is silent for this long hangs, even on a busy machine. */
const HANGS_AFTER_MS = 30_000;

type Fault = FuzzTask & { fault: 'hung' | 'crashed' | 'slow'; detail: string };

/**
 * Damages the structure of all container fixtures, opens them as the service worker does and takes their packets as
 * the decoder does, each in a process that is ended if it hangs. Faults are written down as recipes for
 * tests/fuzz/found-cases.ts.
 */
export async function fuzz({ minutes }: BenchOptions): Promise<Figure[]> {
  const faults: Fault[] = [];
  const counts = { opened: 0, refused: 0, crashed: 0 };
  let slowestOpen = 0;
  let slowestRead = 0;
  let tried = 0;
  for await (const report of reports(minutes * 60_000, faults)) {
    tried++;
    counts[report.opened.outcome]++;
    slowestOpen = Math.max(slowestOpen, report.openMs);
    slowestRead = Math.max(slowestRead, report.readMs);
    faults.push(...faultsOf(report));
  }
  for (const { name, seed, fault, detail } of faults) console.log(`  ${fault}: ${name} ${seed} (${detail})`);
  writeFileSync(workPath('fuzz-faults.json'), JSON.stringify(faults, null, 2));
  const figure = (name: string, value: number, unit = '', atMost?: number): Figure => ({
    section: 'fuzz',
    name,
    value,
    unit,
    ...(atMost !== undefined && { atMost }),
  });
  const hung = faults.filter(({ fault }) => fault === 'hung').length;
  const crashed = faults.filter(({ fault }) => fault === 'crashed').length;
  return [
    figure('mutations', tried + hung),
    figure('of them opened', counts.opened),
    figure('of them refused', counts.refused),
    figure('hung', hung, '', 0),
    figure('ended in an error without a code', crashed, '', 0),
    figure('processor time to open one, most', slowestOpen, 'ms', MOST_OPEN_MS),
    figure('processor time to read one, most', slowestRead, 'ms', MOST_READ_MS),
    figure(
      'longest wait of others while 16 MB without end are opened',
      await longestWait(),
      'ms',
      MOST_OPEN_MS,
    ),
    figure('a megabyte of false multipart delimiters', await secondsOfFalseDelimiters(), 's', 0.3),
  ];
}

function faultsOf({ name, seed, opened, read, openMs, readMs }: FuzzReport): Fault[] {
  const faults: Fault[] = [];
  const crash = [opened, read].find(({ outcome }) => outcome === 'crashed');
  if (crash) faults.push({ name, seed, fault: 'crashed', detail: crash.detail });
  if (openMs > MOST_OPEN_MS)
    faults.push({ name, seed, fault: 'slow', detail: `${Math.round(openMs)} ms to open` });
  if (readMs > MOST_READ_MS)
    faults.push({ name, seed, fault: 'slow', detail: `${Math.round(readMs)} ms to read` });
  return faults;
}

/** Mutates every fixture in turn until the time is over. */
async function* reports(milliseconds: number, faults: Fault[]): AsyncGenerator<FuzzReport, void, undefined> {
  const end = performance.now() + milliseconds;
  const names = fuzzNames();
  const firstSeed = Math.floor(Math.random() * 2 ** 31);
  console.log(`  seeds from ${firstSeed}`);
  let child = startChild();
  try {
    for (let round = 0; performance.now() < end; round++) {
      for (const name of names) {
        const task = { name, seed: (firstSeed + round) >>> 0 };
        const report = await answerOf(child, task);
        if (report) yield report;
        else {
          faults.push({ ...task, fault: 'hung', detail: `no answer in ${HANGS_AFTER_MS / 1000} s` });
          child.kill('SIGKILL');
          child = startChild();
        }
      }
    }
  } finally {
    child.kill();
  }
}

function startChild(): ChildProcess {
  return fork(new URL('./fuzz-child.ts', import.meta.url), {
    execArgv: ['--import', 'tsx', '--max-old-space-size=512'],
    // The readers' warnings about damage would fill the terminal.
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
}

/** Null if the process hangs or dies. */
function answerOf(child: ChildProcess, task: FuzzTask): Promise<FuzzReport | null> {
  return new Promise((resolve) => {
    const answer = (report: FuzzReport | null) => {
      clearTimeout(timer);
      child.removeAllListeners();
      resolve(report);
    };
    const timer = setTimeout(answer, HANGS_AFTER_MS, null);
    child.once('message', (report: FuzzReport) => answer(report));
    child.once('exit', () => answer(null));
    child.send(task);
  });
}

/** Milliseconds without a turn of the event loop, over all files in which a search does not end. */
async function longestWait(): Promise<number> {
  let longest = 0;
  for (const [, bytes] of endlessFiles(16 * 1024 * 1024)) {
    let last = performance.now();
    const note = () => {
      longest = Math.max(longest, performance.now() - last);
      last = performance.now();
    };
    const ticking = setInterval(note, 1);
    await openFile(bytes);
    clearInterval(ticking);
    note();
  }
  return longest;
}

async function secondsOfFalseDelimiters(): Promise<number> {
  const content = '\r\n--ab'.repeat(1_000_000 / 6);
  const body = new Blob(['--a\r\n\r\n', content, '\r\n--a--\r\n']);
  const before = process.cpuUsage();
  await splitParts(body, 'a');
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}
