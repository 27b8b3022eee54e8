import { type Browser, expect, type Page } from '@playwright/test';
import { isThorough, THOROUGH } from '../runner/thorough.ts';
import { connectInPage, DELETIONS, deletionRound, type VisitTab } from './existing-clients/deletion-round.ts';
import {
  ANSWERED_HERE,
  SETUPS,
  type Setup,
  startVisitSite,
  type VisitSite,
} from './existing-clients/visit-site.ts';
import { test } from './test.ts';

/**
 * One for each way to set the app up, two in a thorough run; `EARSHOT_FIRST_VISITS=200` for the long run, also of deletions.
 */
const VISITS = Number(process.env.EARSHOT_FIRST_VISITS ?? (isThorough ? 6 : 3));
/** The settings are a further way. */
const DELETED = Math.max(4, VISITS);

interface VisitPage {
  results: Promise<unknown>;
  lastXhr: XMLHttpRequest;
  byXhr(method: string, address: string): Promise<{ status: number; state: number; events: string[] }>;
  bySyncXhr(address: string): string;
}
declare const window: Window & VisitPage;

/** Browsers at a time: most of a visit is waiting. */
const AT_ONCE = 5;

let sites: Record<(typeof SETUPS)[number], VisitSite>;
test.beforeAll(async () => {
  const slow = { slowScriptMs: 1_000 };
  sites = {
    file: await startVisitSite('file', slow),
    page: await startVisitSite('page', slow),
    library: await startVisitSite('library', slow),
  };
});
test.afterAll(() => Promise.all(SETUPS.map((setup) => sites[setup].stop())));
test.beforeEach(() => {
  for (const setup of SETUPS) sites[setup].hosted.received.length = 0;
});

/** A browser that has never been on this site. */
async function firstVisit<Result>(browser: Browser, visit: (page: Page) => Promise<Result>): Promise<Result> {
  const context = await browser.newContext();
  try {
    return await visit(await context.newPage());
  } finally {
    await context.close();
  }
}

test(`a hosted service sees nothing of ${VISITS} first visits by existing clients that wait for nothing`, async ({
  browser,
}) => {
  test.setTimeout(60_000 + VISITS * 15_000);
  let started = 0;
  const visitor = async () => {
    for (let visit = started++; visit < VISITS; visit = started++) {
      const setup = SETUPS[visit % SETUPS.length] ?? 'file';
      const results = await firstVisit(browser, async (page) => {
        await page.goto(sites[setup].address(2_000));
        return page.evaluate(async () => {
          while (!('results' in window)) await new Promise((resolve) => setTimeout(resolve, 10));
          return window.results;
        });
      });
      expect(results, `visit ${visit}, ${setup}`).toEqual(ANSWERED_HERE);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, visitor));
  expect(started).toBeGreaterThanOrEqual(VISITS);
  for (const setup of SETUPS) expect(sites[setup].hosted.received, setup).toEqual([]);
});

const tabOf = (page: Page): VisitTab => ({
  open: async (address) => {
    await page.goto(address);
  },
  openBeside: async (address) => {
    const beside = await page.context().newPage();
    await beside.goto(address);
    return () => beside.close();
  },
  run: (task, ...args) => page.evaluate(`(${task.toString()})(...${JSON.stringify(args)})`),
});

test(`a hosted service sees nothing of ${DELETED} clients while the data of their site are deleted, nor afterwards`, {
  tag: THOROUGH,
}, async ({ browser }) => {
  test.setTimeout(60_000 + VISITS * 15_000);
  const ways = [...SETUPS, 'settings'] as const;
  const deletions = [...DELETIONS, 'by the browser'] as const;
  const runRound = async (round: number) => {
    const setup: Setup = ways[round % ways.length] ?? 'file';
    const deletion = deletions[(round + 4) % deletions.length] ?? 'header';
    await test.step(`${setup}, ${deletion}`, async () => {
      const site = await startVisitSite(setup);
      try {
        await firstVisit(browser, async (page) => {
          const devtools = await page.context().newCDPSession(page);
          const { origin } = new URL(site.app);
          const byBrowser = async () => {
            await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
          };
          await deletionRound(tabOf(page), site, setup, deletion === 'by the browser' ? byBrowser : deletion);
        });
      } finally {
        await site.stop();
      }
    });
  };
  let started = 0;
  const visitor = async () => {
    for (let round = started++; round < DELETED; round = started++) await runRound(round);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, visitor));
  expect(started).toBeGreaterThanOrEqual(DELETED);
});

test('a request that the browser keeps from the service worker at the last moment reaches no hosted service', async ({
  browser,
}) => {
  const { hosted, strayed, address } = sites.file;
  const seen = await firstVisit(browser, async (page) => {
    await page.goto(address(0));
    await page.evaluate(() => window.results);
    // As for one that is on its way when the site's data are deleted: the page has asked the worker, and the browser no longer does.
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Network.enable');
    await devtools.send('Network.setBypassServiceWorker', { bypass: true });
    return page.evaluate(async (to) => {
      const body = () => {
        const form = new FormData();
        form.append('audio', new File([new Uint8Array(20_000)], 'talk.wav'));
        return form;
      };
      const sent = { method: 'POST', body: body() };
      const given = fetch(to, sent).then(String, String);
      const asRequest = fetch(new Request(to, sent)).then(String, String);
      const own = fetch('/v2/upload', sent).then(String, String);
      navigator.sendBeacon(to, body());
      const xhr = await window.byXhr('POST', to);
      return { given: await given, asRequest: await asRequest, own: await own, xhr: xhr.status };
    }, `${hosted.base}/v2/upload`);
  });
  const failed = 'TypeError: Failed to fetch';
  // No way is known to keep what is not sent by fetch from the server of the app's files.
  expect(seen).toEqual({ given: failed, asRequest: failed, own: failed, xhr: 404 });
  expect(hosted.received).toEqual([]);
  expect(strayed).toEqual([]);
});

test('connections that no service worker sees are refused to what is answered here, with the reason', async ({
  browser,
}) => {
  const other = await startVisitSite('file');
  try {
    const visited = SETUPS.map(async (setup) => {
      const site = sites[setup];
      const seen = await firstVisit(browser, async (page) => {
        await page.goto(site.address(0));
        await page.waitForFunction(() => 'results' in window);
        const early = await page.evaluate(connectInPage, site.hosted.base);
        await page.evaluate(() => window.results);
        const later = await page.evaluate(connectInPage, site.hosted.base);
        const elsewhere = await page.evaluate(connectInPage, other.hosted.base);
        return { early, later, elsewhere };
      });
      const refused = (reason: string) => expect.stringMatching(`was not sent: .*${reason}`);
      const unserved = refused('only the WebSocket of a live session');
      const all = {
        // Served on this device, or closed: nothing arrives at the host.
        socket: 'opened',
        bySocketOf: 'opened',
        stream: unserved,
        transport: expect.stringMatching(/only the WebSocket of a live session|^missing$/),
        events: refused('no stream of events'),
        later: expect.stringMatching(/no service worker sees|^missing$/),
        form: refused('a form that is submitted'),
        // Its event is ended.
        formInShadow: 'opened',
      };
      expect(seen.early, setup).toMatchObject(all);
      expect(seen.later, setup).toMatchObject({ ...all, otherPath: unserved });
      expect(Object.values(seen.elsewhere), setup).not.toContainEqual(
        expect.stringContaining('was not sent'),
      );
      expect(site.hosted.connected, setup).toEqual([]);
      expect(site.hosted.received, setup).toEqual([]);
    });
    await Promise.all(visited);
    // They would have arrived.
    await expect.poll(() => other.hosted.connected).toContain('/v2/live?token=theirs');
  } finally {
    await other.stop();
  }
});

test('a synchronous request, which no service worker sees, is refused with the reason', {
  tag: THOROUGH,
}, async ({ browser }) => {
  const other = await startVisitSite('file');
  try {
    const visited = SETUPS.map(async (setup) => {
      const site = sites[setup];
      const served = `${site.hosted.base}/v2/pre-recorded`;
      const unknown = `${other.hosted.base}/v2/pre-recorded`;
      const seen = await firstVisit(browser, async (page) => {
        await page.goto(site.address(0));
        await page.waitForFunction(() => 'results' in window);
        const before = await page.evaluate((to) => window.bySyncXhr(to), served);
        await page.evaluate(() => window.results);
        const after = await page.evaluate((to) => window.bySyncXhr(to), served);
        return { before, after, unknown: await page.evaluate((to) => window.bySyncXhr(to), unknown) };
      });
      const refused = expect.stringContaining('no service worker sees a synchronous request');
      expect(seen, setup).toEqual({ before: refused, after: refused, unknown: 'answered: 418' });
      expect(site.hosted.received, setup).toEqual([]);
    });
    await Promise.all(visited);
  } finally {
    await other.stop();
  }
});

test('a held request can be aborted', { tag: THOROUGH }, async ({ browser }) => {
  const address = `${sites.file.hosted.base}/v2/pre-recorded`;
  const ends = await firstVisit(browser, async (page) => {
    // The worker's script arrives late enough.
    await page.route('**/service-worker.js', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 1_500));
      await route.continue();
    });
    await page.goto(sites.file.address(0));
    return page.evaluate(async (to) => {
      const controller = new AbortController();
      const byFetch = fetch(to, { signal: controller.signal }).then(String, (error) => error.name);
      const late = fetch(to, { signal: AbortSignal.abort(new Error('too late')) }).then(String, String);
      const byXhr = window.byXhr('GET', to);
      controller.abort();
      window.lastXhr.abort();
      const isControlled = navigator.serviceWorker.controller !== null;
      return { isControlled, ends: await Promise.all([byFetch, late, byXhr]) };
    }, address);
  });
  expect(ends.isControlled).toBe(false);
  expect(ends.ends).toEqual([
    'AbortError',
    'Error: too late',
    expect.objectContaining({ status: 0, events: ['abort', 'loadend'] }),
  ]);
  expect(sites.file.hosted.received).toEqual([]);
});

test('where there can be no service worker, what is configured is refused and all else is sent', {
  tag: THOROUGH,
}, async ({ browser }) => {
  const other = await startVisitSite('file');
  try {
    const seen = await firstVisit(browser, async (page) => {
      const logged: string[] = [];
      page.on('console', (message) => message.type() === 'error' && logged.push(message.text()));
      // As in a private window of a browser that has no service workers there.
      await page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'serviceWorker'));
      await page.goto(sites.file.address(0));
      const results = await page.evaluate(() => window.results);
      const elsewhere = await page.evaluate(
        (to) => fetch(to).then(({ status }) => status),
        `${other.hosted.base}/v2/pre-recorded`,
      );
      return { results, elsewhere, logged };
    });
    const refused = expect.stringMatching(/^TypeError: .* was not sent: .* provides no service worker here/);
    expect(seen.results).toEqual({
      uploaded: refused,
      made: refused,
      xhr: 0,
      xhrKey: false,
      beacon: true,
      worker: expect.stringContaining('was not sent'),
      blobWorker: expect.stringContaining('was not sent'),
      own: refused,
    });
    // What cannot carry a reason says it on the console.
    expect(seen.logged.filter((text) => text.includes('was not sent')).length).toBeGreaterThanOrEqual(2);
    expect(seen.elsewhere).toBe(418);
    expect(sites.file.hosted.received).toEqual([]);
  } finally {
    await other.stop();
  }
});

test('a hard reload leaves the worker out, and still nothing leaves', { tag: THOROUGH }, async ({
  browser,
}) => {
  const results = await firstVisit(browser, async (page) => {
    await page.goto(sites.file.address(0));
    await page.evaluate(() => window.results);
    const session = await page.context().newCDPSession(page);
    const loaded = page.waitForEvent('load');
    await session.send('Page.reload', { ignoreCache: true });
    await loaded;
    return page.evaluate(() => window.results);
  });
  expect(results).toEqual(ANSWERED_HERE);
  expect(sites.file.hosted.received).toEqual([]);
});

test('a configuration that is wrong refuses everything that it may have meant', { tag: THOROUGH }, async ({
  browser,
}) => {
  const refusal = await firstVisit(browser, async (page) => {
    await page.goto(sites.file.address(0));
    await page.evaluate(() => window.results);
    return page.evaluate((to) => {
      globalThis.earshotConfig = { baseAddresses: ['api.hosted.example'] };
      return fetch(to).then(String, String);
    }, `${sites.file.hosted.base}/v2/pre-recorded`);
  });
  expect(refusal).toContain('window.earshotConfig is invalid: “api.hosted.example” must be');
  expect(sites.file.hosted.received).toEqual([]);
});
