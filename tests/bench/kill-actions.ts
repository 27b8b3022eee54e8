import { setTimeout as sleep } from 'node:timers/promises';
import type { BrowserContext, Page, Worker } from 'playwright';
import { killBrowser } from './browser-processes.ts';

/** What is killed in a round. */
export const REALMS = [
  'tab closed',
  'tab reloaded',
  'tab crashed',
  'browser killed',
  'service worker stopped',
  'audio worker',
  'recognition worker',
  'speakers worker',
  'add-ons worker',
] as const;

export type Realm = (typeof REALMS)[number];

/** The worker's script for a realm that is a worker. */
const SCRIPTS: Partial<Record<Realm, RegExp>> = {
  'audio worker': /\/audio\.worker-/,
  'recognition worker': /\/asr\.worker-/,
  'speakers worker': /\/diarization\.worker-/,
  'add-ons worker': /\/addons\.worker-/,
};

export interface Target {
  context: BrowserContext;
  page: Page;
  profile: string;
}

/** What is left after a kill: the tab, another tab's turn in the same browser, or nothing. */
export type Left = 'tab' | 'browser' | 'nothing';

/** How long a worker is waited for: some live only for a part of the job. */
const APPEARS_MS = 15_000;

async function appearing(page: Page, script: RegExp): Promise<Worker | null> {
  const find = () => page.workers().find((one) => script.test(one.url()));
  const until = performance.now() + APPEARS_MS;
  while (!find() && performance.now() < until) await sleep(20);
  return find() ?? null;
}

/** Kills a realm. Null if it was not there to be killed. */
export async function kill(realm: Realm, { context, page, profile }: Target): Promise<Left | null> {
  const script = SCRIPTS[realm];
  if (script) {
    const worker = await appearing(page, script);
    if (!worker) return null;
    // An error outside every call: browsers say nothing of a worker that closes itself, which the watchdog finds after
    // a minute, or five at its start (src/realms/watchdog.test.ts).
    await worker
      .evaluate(() => {
        setTimeout(() => {
          throw new Error('killed by the bench');
        });
      })
      .catch(() => undefined);
    return 'tab';
  }
  switch (realm) {
    case 'tab closed':
      await page.close();
      return 'browser';
    case 'tab reloaded':
      await page.reload();
      return 'tab';
    case 'tab crashed': {
      const session = await context.newCDPSession(page);
      const crashed = page.waitForEvent('crash');
      // Never answered.
      session.send('Page.crash').catch(() => undefined);
      await crashed;
      await page.close();
      return 'browser';
    }
    case 'browser killed':
      killBrowser(profile);
      return 'nothing';
    default: {
      const session = await context.newCDPSession(page);
      await session.send('ServiceWorker.enable');
      await session.send('ServiceWorker.stopAllWorkers');
      return 'tab';
    }
  }
}
