import { join } from 'node:path';
import { type BrowserContext, chromium, type Page, type Request } from 'playwright';
import { ensureBrowser } from '../../src/cli/browser/ensure-browser.ts';
import { PROJECT_ROOT } from '../../src/cli/project-root.ts';
import { startServer } from '../../src/cli/server/serve.ts';
import type { Figure } from '../runner/figure.ts';
import { warmUpClip } from './bench-setup.ts';

const SPOKEN = join(PROJECT_ROOT, 'tests/fixtures/spoken');

const section = 'first-run';
const PATIENCE_MS = 120_000;

interface Visit {
  page: Page;
  /** Clicks, keys and chosen files so far. */
  actions: () => Promise<number>;
  /** Bytes that came from elsewhere than the app's own server so far; each request that got no answer counts as one. */
  downloaded: () => Promise<number>;
}

declare const window: Window & { earshotActions: number };

/**
 * Counts what a person does: clicks and keys that no script made, and files that were chosen. A text, because tsx gives functions within
 * functions names by a helper that no page has.
 */
const COUNT_ACTIONS = `
  window.earshotActions = 0;
  for (const type of ['click', 'keydown', 'drop'])
    addEventListener(type, ({ isTrusted }) => isTrusted && window.earshotActions++, { capture: true });
  addEventListener('change', ({ target }) => target.type === 'file' && window.earshotActions++, { capture: true });
`;

/** A browser that was never here, with the app open. */
async function visit(context: BrowserContext, url: string): Promise<Visit> {
  await context.addInitScript({ content: COUNT_ACTIONS });
  // No model is fetched from anywhere.
  await context.route('https://huggingface.co/**', (route) => route.abort());
  const elsewhere: Request[] = [];
  // Those of workers and of the service worker, too.
  context.on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    if (protocol.startsWith('http') && origin !== new URL(url).origin) elsewhere.push(request);
  });
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  await page.goto(url);
  return {
    page,
    actions: () => page.evaluate(() => window.earshotActions),
    downloaded: async () => {
      const bytes = await Promise.all(elsewhere.map(bytesOf));
      return bytes.reduce((sum, each) => sum + each, 0);
    },
  };
}

const bytesOf = async (request: Request): Promise<number> =>
  (await request.response()) ? (await request.sizes()).responseBodySize : 1;

const transcriptOf = (page: Page) => page.getByRole('button', { name: 'Copy the text' }).waitFor();

/** From the first view to the sample's transcript. */
async function trySample({ page }: Visit): Promise<void> {
  await page.getByRole('button', { name: 'Try the sample' }).click();
  await transcriptOf(page);
}

/** From the first view to the text of an own file. */
const tryOwnFile =
  (path: string) =>
  async ({ page }: Visit): Promise<void> => {
    const choosing = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Choose files' }).click();
    await (await choosing).setFiles(path);
    await transcriptOf(page);
  };

/** Sentences that no draft is written of: Whisper base comes first. */
const OTHERS = [
  ['German', 'de'],
  ['French', 'fr'],
  ['Spanish', 'es'],
] as const;

/** The newcomer's path: how many actions, bytes of other sites and seconds until the first transcript. */
export async function firstRun(): Promise<Figure[]> {
  const executablePath = await ensureBrowser('chromium');
  const server = await startServer({
    port: 0,
    log: (line) => console.error(line),
  });
  const browser = await chromium.launch({ executablePath });
  const measure = async (name: string, most: number, walk: (visit: Visit) => Promise<void>) => {
    const context = await browser.newContext({ locale: 'en-GB' });
    try {
      const visited = await visit(context, server.url);
      const startedAt = performance.now();
      await walk(visited);
      const seconds = (performance.now() - startedAt) / 1000;
      return [
        {
          section,
          name: `actions from the first view to ${name}`,
          value: await visited.actions(),
          unit: '',
          atMost: most,
        },
        {
          section,
          name: `bytes from other sites until ${name}`,
          value: await visited.downloaded(),
          unit: '',
          atMost: 0,
        },
        { section, name: `time from the first view to ${name}`, value: seconds, unit: 's' },
      ];
    } finally {
      await context.close();
    }
  };
  try {
    const figures = await measure("the sample's transcript", 1, trySample);
    figures.push(...(await measure("an own English file's draft", 2, tryOwnFile(warmUpClip))));
    for (const [name, language] of OTHERS) {
      const tryIt = tryOwnFile(join(SPOKEN, `${language}.flac`));
      figures.push(...(await measure(`an own ${name} file's text`, 2, tryIt)));
    }
    return figures;
  } finally {
    await browser.close();
    await server.close();
  }
}
