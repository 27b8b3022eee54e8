import { rmSync } from 'node:fs';
import { chromium, type Page } from 'playwright';
import { findBrowser } from '../../src/cli/browser/find-browser.ts';
import { type Figure, percentile } from '../runner/figure.ts';
import { type BenchOptions, workPath } from './bench-setup.ts';
import { browserCpuSeconds } from './browser-processes.ts';
import { serveBenchPage } from './serve-bench-page.ts';

/** Saves in a turn, and turns of each kind. */
const SAVES = 12;
const TURNS = 8;
/** As often as typed text is saved at most. */
const PAUSE_MS = 300;
/** Of what it is without the second place. */
const MOST = 1.1;

const TRANSCRIPTS = [400, 16_000];
const WITH_AND_WITHOUT = [false, true];

interface Costs {
  /** Milliseconds of each save. */
  waits: number[];
  /** Milliseconds of the page's thread, and of all of the browser's processors, for each save of a turn. */
  page: number[];
  browser: number[];
}

const noCosts = (): Costs => ({ waits: [], page: [], browser: [] });

/**
 * What a save of typed text and a second of a recording cost with the second place and without it, in turn in one page: how long they take, and
 * what processors work for them, with what is written afterwards.
 */
export async function secondPlace({ repeats }: BenchOptions): Promise<Figure[]> {
  const served = await serveBenchPage('second-place');
  const profile = workPath('second-place-profile');
  rmSync(profile, { recursive: true, force: true });
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: findBrowser('chromium'),
  });
  try {
    const page = await context.newPage();
    await page.goto(served.url);
    await page.waitForFunction(() => 'secondPlaceBench' in globalThis);
    const figures: Figure[] = [];
    for (const paragraphs of TRANSCRIPTS) {
      await page.evaluate((count) => globalThis.secondPlaceBench.prepare(count), paragraphs);
      const name = `a save of typed text, ${paragraphs} paragraphs`;
      figures.push(...compare(name, await inTurn(page, profile, { what: 'type', turns: TURNS * repeats })));
    }
    const recording = await inTurn(page, profile, { what: 'record', turns: TURNS * repeats });
    return [...figures, ...compare('a second of a recording', recording)];
  } finally {
    await context.close();
    await served.close();
  }
}

async function inTurn(
  page: Page,
  profile: string,
  { what, turns }: { what: 'type' | 'record'; turns: number },
): Promise<[without: Costs, withPlace: Costs]> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const pageMs = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0);
  };
  const costs: [Costs, Costs] = [noCosts(), noCosts()];
  // The first turn of each warms up.
  for (let turn = -1; turn < turns; turn += 1)
    for (const isOn of turn % 2 === 0 ? WITH_AND_WITHOUT : WITH_AND_WITHOUT.toReversed()) {
      await page.evaluate((on) => globalThis.secondPlaceBench.use(on), isOn);
      const before = [await pageMs(), 1000 * browserCpuSeconds(profile)] as const;
      const waits: number[] = [];
      for (let save = 0; save < SAVES; save += 1) {
        waits.push(await page.evaluate((name) => globalThis.secondPlaceBench[name](), what));
        await page.waitForTimeout(PAUSE_MS);
      }
      // What was passed on belongs to its turn.
      await page.evaluate((on) => globalThis.secondPlaceBench.use(on), isOn);
      if (turn < 0) continue;
      const of = costs[isOn ? 1 : 0];
      of.waits.push(...waits);
      of.page.push(((await pageMs()) - before[0]) / SAVES);
      of.browser.push((1000 * browserCpuSeconds(profile) - before[1]) / SAVES);
    }
  await session.detach();
  return costs;
}

function compare(name: string, [without, withPlace]: readonly [Costs, Costs]): Figure[] {
  const rows = [
    ['time, median', (costs: Costs) => percentile(costs.waits, 0.5), true],
    ['time, 95th percentile', (costs: Costs) => percentile(costs.waits, 0.95), false],
    ['processor time of the page', (costs: Costs) => percentile(costs.page, 0.5), false],
    ['processor time of the browser', (costs: Costs) => percentile(costs.browser, 0.5), false],
  ] as const;
  return rows.flatMap(([of, read, isLimited]) => {
    const [plain, more] = [read(without), read(withPlace)];
    const figure = (what: string, value: number, rest: Partial<Figure> = {}): Figure => ({
      section: 'second-place',
      name: `${name}: ${of}, ${what}`,
      value,
      unit: 'ms',
      ...rest,
    });
    return [
      figure('without', plain),
      figure('with', more),
      figure('of that without', more / plain, { unit: '', ...(isLimited && { atMost: MOST }) }),
    ];
  });
}
