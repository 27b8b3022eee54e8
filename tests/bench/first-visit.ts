import { type Browser, chromium } from 'playwright';
import { ensureBrowser } from '../../src/cli/browser/ensure-browser.ts';
import { sha256Of } from '../../src/cli/build/write-integrity-list.ts';
import { INTEGRITY_FILE, WORKER_SCRIPT, withoutWorker } from '../../src/contract/realms/integrity-list.ts';
import { CACHE_THE_REST } from '../../src/contract/realms/offline-message.ts';
import { median } from '../accuracy/word-time-error.ts';
import { askForTheRest } from '../e2e/page-service.ts';
import type { Figure } from '../runner/figure.ts';
import { builtFile } from '../runner/next-version.ts';
import { startStaticHost } from '../runner/static-host.ts';

const section = 'first-visit';
/** One after the other, so that a busy machine is busy for both. */
const PAIRS = 9;

/** Seconds of a first visit until the browser keeps the whole app. */
async function visit(browser: Browser, url: string): Promise<number> {
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    const began = performance.now();
    await page.goto(url);
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    if (!(await page.evaluate(askForTheRest, CACHE_THE_REST))) throw new Error('The app was not stored.');
    return (performance.now() - began) / 1000;
  } finally {
    await context.close();
  }
}

/** What the list of hashes costs: first visits to the built app, and to the same without its list. Run `npm run build` before. */
export async function firstVisit(): Promise<Figure[]> {
  const browser = await chromium.launch({ executablePath: await ensureBrowser('chromium') });
  const hash = JSON.stringify(sha256Of(withoutWorker(builtFile(INTEGRITY_FILE).toString())));
  const script = builtFile(WORKER_SCRIPT).toString();
  if (!script.includes(hash))
    throw new Error(`${WORKER_SCRIPT} does not have the hash of ${INTEGRITY_FILE}.`);
  const unlisted = Buffer.from(script.replace(hash, '""'));
  const hosts = {
    with: await startStaticHost(),
    without: await startStaticHost({
      inPlaceOf: (path) => (path === `/${WORKER_SCRIPT}` ? unlisted : undefined),
    }),
  };
  const times = { with: [] as number[], without: [] as number[], shares: [] as number[] };
  try {
    await visit(browser, hosts.with.url);
    for (let pair = 0; pair < PAIRS; pair++) {
      const order = pair % 2 === 0 ? (['with', 'without'] as const) : (['without', 'with'] as const);
      for (const which of order) times[which].push(await visit(browser, hosts[which].url));
      times.shares.push((times.with.at(-1) ?? 0) / (times.without.at(-1) ?? 1));
    }
  } finally {
    await browser.close();
    await Promise.all([hosts.with.close(), hosts.without.close()]);
  }
  return [
    { section, name: 'first visit until the app is stored', value: median(times.with), unit: 's' },
    { section, name: 'the same without the list of files', value: median(times.without), unit: 's' },
    {
      section,
      name: 'more time by the list (median of pairs)',
      value: 100 * (median(times.shares) - 1),
      unit: '%',
      atMost: 5,
    },
  ];
}
