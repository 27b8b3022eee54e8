import { expect } from '@playwright/test';
import type { BrowserEngine } from '../../engines/browser-engine.ts';
import { ANSWERED_HERE, type Setup, type VisitSite } from './visit-site.ts';

/** What a round needs of a browser. */
export type VisitTab = Pick<BrowserEngine, 'open' | 'openBeside' | 'run'>;

/** How the data of the site are deleted, in its page (visit.html). */
export const DELETIONS = ['header', 'unregister', 'database', 'all by hand'] as const;
export type Deletion = (typeof DELETIONS)[number];

interface VisitPage {
  results: Promise<object>;
  visit(mostDelayMs: number): Promise<object>;
  startStanding(): Promise<unknown>;
  askStanding(): Promise<unknown>;
  deleteData: Record<Deletion, () => Promise<unknown>>;
  connect(base: string): Record<string, string>;
}
declare const window: Window & VisitPage;

/**
 * An existing client goes on sending while the data of its site are deleted, afterwards, beside a tab of its path that is not set
 * up, and in a page opened later. Fails if anything leaves.
 * @param deletion in the page, or by the browser
 * @param options.hasStandingWorker whether a worker of the page runs already when the data are deleted: the guard cannot reach into it, and
 * only Chromium goes on passing its requests to the service worker (docs/clients.md)
 */
export async function deletionRound(
  tab: VisitTab,
  site: VisitSite,
  setup: Setup,
  deletion: Deletion | (() => Promise<void>),
  { hasStandingWorker = true } = {},
): Promise<void> {
  const most = 1_000;
  site.hosted.received.length = 0;
  site.hosted.connected.length = 0;
  site.strayed.length = 0;
  if (setup === 'settings') await nameInSettings(tab, site);
  await tab.open(site.address(0));
  expect(await tab.run(resultsOfPage)).toEqual(ANSWERED_HERE);

  const seen: Record<string, unknown> = {};
  if (hasStandingWorker) expect(await tab.run(() => window.startStanding())).toBe(401);
  const sending = tab.run((longest) => window.visit(longest), most);
  await new Promise((resolve) => setTimeout(resolve, Math.random() * most));
  await (typeof deletion === 'string'
    ? tab.run((how) => window.deleteData[how]().then(() => null), deletion)
    : deletion());
  seen.during = await sending;
  if (hasStandingWorker) seen.standing = await tab.run(() => window.askStanding());
  seen.afterwards = await tab.run(() => window.visit(0));
  const close = await tab.openBeside(site.bare);
  await tab.run(async () => {
    while (localStorage.getItem('bare') === null) await new Promise((resolve) => setTimeout(resolve, 20));
    localStorage.removeItem('bare');
  });
  seen.beside = await tab.run(() => window.visit(0));
  seen.connected = await tab.run(connectInPage, site.hosted.base);
  await close();
  await tab.open(site.address(0));
  seen.later = await tab.run(resultsOfPage);

  expect(site.hosted.connected, JSON.stringify(seen)).toEqual([]);
  expect(site.hosted.received, JSON.stringify(seen)).toEqual([]);
  expect(site.strayed, JSON.stringify(seen)).toEqual([]);
  // What says what is answered here is still there: nothing is refused for good.
  if (setup !== 'settings') {
    const answered = { afterwards: ANSWERED_HERE, beside: ANSWERED_HERE, later: ANSWERED_HERE };
    expect(seen).toMatchObject(answered);
  }
}

/** Runs in the page: what each connection that no service worker sees came to. */
export const connectInPage = (base: string): Record<string, string> => window.connect(base);

/** Runs in the page. */
async function resultsOfPage(): Promise<object> {
  while (!('results' in window)) await new Promise((resolve) => setTimeout(resolve, 10));
  return window.results;
}

/** Writes the address into the settings of the app, as its dialog does. */
async function nameInSettings(tab: VisitTab, site: VisitSite): Promise<void> {
  await tab.open(site.app);
  await tab.run(async (base) => {
    const request = <Value>(made: IDBRequest<Value>) =>
      new Promise<Value>((resolve, reject) => {
        made.onsuccess = () => resolve(made.result);
        made.onerror = () => reject(made.error);
      });
    const read = async () => {
      const database = await request(indexedDB.open('earshot'));
      const isMade = database.objectStoreNames.contains('settings');
      const store = isMade ? database.transaction('settings', 'readwrite').objectStore('settings') : null;
      const settings = store && (await request(store.get('settings')));
      if (store && settings?.app_key) {
        const clients = { base_addresses: [base], key_headers: ['x-gladia-key'], models: {} };
        await request(store.put({ ...settings, clients }, 'settings'));
      }
      database.close();
      return Boolean(settings?.app_key);
    };
    while (!navigator.serviceWorker.controller || !(await read()))
      await new Promise((resolve) => setTimeout(resolve, 50));
  }, site.hosted.base);
}
