import { setTimeout as sleep } from 'node:timers/promises';
import type { BrowserContext, Page, Worker } from 'playwright';
import { killBrowser, signalRenderers } from '../browser-processes.ts';
import { workersNamed } from '../workers-named.ts';
import { between, type Random } from './dice.ts';

/** What ends a page: all of them in turn, so that each meets every action. */
export const ENDINGS = ['tab closed', 'tab reloaded', 'renderer killed', 'browser killed'] as const;

/** The page's workers, which start anew. */
export const WORKERS = ['audio worker', 'recognition worker', 'speakers worker', 'add-ons worker'] as const;

/** What a page goes on after. */
export const DISTURBANCES = ['service worker stopped', 'tab frozen', 'clock jumps'] as const;

export type Ending = (typeof ENDINGS)[number];
type WorkerName = (typeof WORKERS)[number];
export type Disturbance = (typeof DISTURBANCES)[number] | WorkerName;

/** As `spawnRealm` names them. */
const NAMES: Record<WorkerName, string> = {
  'audio worker': 'audio',
  'recognition worker': 'asr',
  'speakers worker': 'diarization',
  'add-ons worker': 'addons',
};

const CLOSED_WITHIN_MS = 10_000;

export interface Target {
  context: BrowserContext;
  page: Page;
  profile: string;
}

/** What is left after an ending: another tab's turn in the same browser, or nothing. */
export type Left = 'browser' | 'nothing';

export async function end(ending: Ending, { context, page, profile }: Target): Promise<Left> {
  switch (ending) {
    case 'tab closed':
      await page.close();
      return 'browser';
    case 'tab reloaded':
      // It may be on its way to another address.
      await page.reload().catch(() => undefined);
      await page.waitForFunction(() => 'earshot' in globalThis);
      // What ran in the page before must not go on in this one.
      await page.close();
      return 'browser';
    case 'renderer killed': {
      // All of them: with the tab goes the service worker, which often lives in the same one.
      const crashed = page.waitForEvent('crash');
      signalRenderers(profile, 'SIGKILL');
      await crashed;
      // A crashed page may not answer this either.
      await Promise.race([page.close(), sleep(CLOSED_WITHIN_MS, undefined, { ref: false })]);
      return 'browser';
    }
    case 'browser killed':
      killBrowser(profile);
      await context.close().catch(() => undefined);
      return 'nothing';
  }
}

const HOUR_MS = 3_600_000;
const LONGEST_JUMP_HOURS = 30 * 24;
const LONGEST_FREEZE_MS = 2_500;

/** False if what was to be ended was not there. */
export async function disturb(
  disturbance: Disturbance,
  { context, page, profile }: Target,
  random: Random,
): Promise<boolean> {
  switch (disturbance) {
    case 'service worker stopped': {
      const session = await context.newCDPSession(page);
      await session.send('ServiceWorker.enable');
      await session.send('ServiceWorker.stopAllWorkers');
      await session.detach();
      return true;
    }
    case 'tab frozen':
      // As by a system that suspends the browser: Chromium 156 freezes no page on request.
      signalRenderers(profile, 'SIGSTOP');
      await sleep(between(200, LONGEST_FREEZE_MS, random));
      signalRenderers(profile, 'SIGCONT');
      return true;
    case 'clock jumps': {
      const hours = 2 ** between(0, Math.log2(LONGEST_JUMP_HOURS), random);
      await jumpClock({ context, page }, (random() < 0.5 ? hours : -hours) * HOUR_MS);
      return true;
    }
    default:
      return killWorker(disturbance, page);
  }
}

/** Puts the clocks of the page, its workers and the service worker forward, or back; those that start later have the true time. */
async function jumpClock({ context, page }: Pick<Target, 'context' | 'page'>, ms: number): Promise<void> {
  // It may be on its way to another address, and workers come and go.
  await page.evaluate(shiftDate, ms).catch(() => undefined);
  for (const worker of [...page.workers(), ...context.serviceWorkers()])
    await worker.evaluate(shiftDate, ms).catch(() => undefined);
}

/** Runs in a realm: has `Date` return another time from now on. */
function shiftDate(ms: number): void {
  const True = Date;
  globalThis.Date = new Proxy(True, {
    construct: (target, given) => Reflect.construct(target, given.length === 0 ? [target.now() + ms] : given),
    get: (target, name) => (name === 'now' ? () => target.now() + ms : Reflect.get(target, name)),
  });
}

/** How long a worker is waited for: some live only for a part of the job. */
const APPEARS_MS = 15_000;

async function appearing(page: Page, name: string): Promise<Worker | null> {
  const until = performance.now() + APPEARS_MS;
  do {
    const [found] = await workersNamed(page, name);
    if (found) return found;
    await sleep(20);
  } while (performance.now() < until);
  return null;
}

/** Ends a worker of the page. False if it was not there. */
async function killWorker(name: WorkerName, page: Page): Promise<boolean> {
  const worker = await appearing(page, NAMES[name]);
  if (!worker) return false;
  // An error outside every call: browsers say nothing of a worker that closes itself, which the watchdog finds after
  // a minute, or five at its start (src/realms/every-worker/page/watchdog.test.ts).
  await worker
    .evaluate(() => {
      setTimeout(() => {
        throw new Error('killed by the bench');
      });
    })
    .catch(() => undefined);
  return true;
}
