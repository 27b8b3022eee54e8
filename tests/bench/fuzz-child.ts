import { type FuzzTask, fuzzCase } from '../fuzz/fuzz-case.ts';
import { type Opened, openFile, readFile } from '../fuzz/open-and-read.ts';

export interface FuzzReport extends FuzzTask {
  opened: Opened;
  read: Opened;
  /** Milliseconds of processor time. */
  openMs: number;
  readMs: number;
}

/** Compiling and collecting garbage count as well, so a slow case is measured again. */
const MEASURED_AGAIN_MS = 100;
const MEASUREMENTS = 3;

async function measured(open: () => Promise<Opened>): Promise<{ opened: Opened; ms: number }> {
  let fastest = Number.POSITIVE_INFINITY;
  for (let round = 0; ; round++) {
    const before = process.cpuUsage();
    const opened = await open();
    const { user, system } = process.cpuUsage(before);
    fastest = Math.min(fastest, (user + system) / 1000);
    if (fastest < MEASURED_AGAIN_MS || round + 1 === MEASUREMENTS) return { opened, ms: fastest };
  }
}

process.on('message', async ({ name, seed }: FuzzTask) => {
  const bytes = fuzzCase(name, seed);
  const open = await measured(() => openFile(bytes));
  const read = await measured(() => readFile(bytes));
  const report: FuzzReport = {
    name,
    seed,
    opened: open.opened,
    read: read.opened,
    openMs: open.ms,
    readMs: read.ms,
  };
  process.send?.(report);
});
