import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { BrowserSession } from '../../src/cli/browser/browser-session.ts';
import type { Figure } from '../runner/figure.ts';
import { type BenchOptions, modelsDir, workPath } from './bench-setup.ts';
import { type UploadBatch, type UploadCounts, uploadBatch } from './uploads-page.ts';

/** Uploads of a batch; each batch has a profile of its own, so that the disk does not fill up. */
const BATCH = 1_000;
const LANES = 2;
/** A read that is not answered is begun again after 30 s. */
const LIMIT_MS = 90_000;

/**
 * Small recordings through `/v2/upload` of the built app in Chromium, a thousand in each round, and how many of them were never
 * answered. Rounds are kept: `--resume` goes on where an earlier run stopped, which is after `--minutes`.
 */
export async function uploads({ rounds: wanted, minutes, resume }: BenchOptions): Promise<Figure[]> {
  const path = workPath('uploads.json');
  const rounds: UploadCounts[] = resume && existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : [];
  const until = performance.now() + minutes * 60_000;
  while (rounds.length < wanted && performance.now() < until) {
    const counts = await runBatch(rounds.length + 1);
    rounds.push(counts);
    writeFileSync(path, JSON.stringify(rounds, null, 1));
    const { answered, late, unanswered, failed, slowestMs } = counts;
    console.log(
      `  ${rounds.length}/${wanted}: ${answered} answered, ${late} late, ${unanswered} never, ` +
        `${failed.length} failed, slowest ${(slowestMs / 1000).toFixed(1)} s ${failed[0] ?? ''}`,
    );
  }
  if (rounds.length < wanted) console.log(`  ${rounds.length} of ${wanted}: go on with --resume.`);
  return figuresOf(rounds);
}

async function runBatch(seed: number): Promise<UploadCounts> {
  const session = await BrowserSession.open({ modelsDir });
  const batch: UploadBatch = { uploads: BATCH, seed, lanes: LANES, limitMs: LIMIT_MS };
  try {
    // As text: the program that runs this marks names in functions by a helper of its own.
    return await session.page.evaluate(
      `globalThis.__name = (named) => named; (${uploadBatch.toString()})(${JSON.stringify(batch)})`,
    );
  } finally {
    await session.close();
  }
}

function figuresOf(rounds: readonly UploadCounts[]): Figure[] {
  const figure = (name: string, value: number, rest: Partial<Figure> = {}): Figure => ({
    section: 'uploads',
    name,
    value,
    unit: '',
    ...rest,
  });
  const sum = (of: (counts: UploadCounts) => number) => rounds.reduce((total, one) => total + of(one), 0);
  return [
    figure(
      'uploads of 8 to 400 kB answered',
      sum(({ answered }) => answered),
    ),
    figure(
      'answered late, since a read was begun again',
      sum(({ late }) => late),
    ),
    figure(
      'never answered',
      sum(({ unanswered }) => unanswered),
      { atMost: 0 },
    ),
    figure(
      'failed',
      sum(({ failed }) => failed.length),
      { atMost: 0 },
    ),
    figure('slowest answer', Math.max(0, ...rounds.map(({ slowestMs }) => slowestMs)) / 1000, { unit: 's' }),
  ];
}
