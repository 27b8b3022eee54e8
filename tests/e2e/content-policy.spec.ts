import { createServer } from 'node:http';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import sirv from 'sirv';
import { PROJECT_ROOT } from '../../src/cli/project-root.ts';
import { type RunningServer, startServer } from '../../src/cli/server/serve.ts';
import { contentPolicyFor } from '../../src/lib/content-policy.ts';
import { ContentViolations } from '../runner/content-violations.ts';
import { THOROUGH } from '../runner/thorough.ts';
import { call, completeApp, openApp } from './page-service.ts';
import { test, testInProfile } from './test.ts';

interface Site {
  url: string;
  close(): void;
}

/** A site of its own origin. */
async function startSite(answer: Parameters<typeof createServer>[1]): Promise<Site> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    url: `http://localhost:${port}`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** A host of static pages, which sends no headers. One page, `/framing`, is not the app's. */
function startPlainHost(): Promise<Site> {
  const files = sirv(join(PROJECT_ROOT, 'dist'), { dev: true });
  return startSite((request, response) => {
    if (request.url !== '/framing') return files(request, response);
    response.setHeader('content-type', 'text/html');
    response.end('<!doctype html><title>Framing</title><iframe src="/" width="900" height="700"></iframe>');
  });
}

const startFraming = (address: string) =>
  startSite((_, response) => {
    response.setHeader('content-type', 'text/html');
    response.end(
      `<!doctype html><title>Framing</title><iframe src="${address}" width="900" height="700"></iframe>`,
    );
  });

const violations = new ContentViolations();
/** A server of these tests alone: on the others', every test that ends meanwhile would take the reports for faults of its own. */
let app: RunningServer;
test.beforeAll(async () => {
  app = await startServer({
    port: 0,
    withoutModels: true,
    log: () => undefined,
    plugins: [violations.plugin()],
  });
});
test.afterAll(() => app.close());

const isHost = (page: Page) =>
  page.evaluate(async () => {
    const { held = [] } = await navigator.locks.query();
    return held.some(({ name }) => name === 'earshot-host');
  });

testInProfile('npm start sends the content policy of each path', async ({ page, request }) => {
  await openApp(page);
  await completeApp(page);
  const worker = await page.evaluate(async () => {
    const cache = await caches.open((await caches.keys()).find((name) => name.includes('precache')) ?? '');
    return (await cache.keys())
      .map(({ url }) => new URL(url).pathname)
      .find((path) => path.includes('.worker-'));
  });
  for (const path of ['/', '/index.html', '/embed.html', '/service-worker.js', worker ?? '']) {
    const { 'content-security-policy': policy } = (await request.get(path)).headers();
    expect(policy, path).toBe(`${contentPolicyFor(path)}; report-uri /content-violations`);
  }
});

testInProfile('the page runs no script but its own, and each attempt is reported', async ({ page }) => {
  await openApp(page, app.url);
  const outcome = await page.evaluate(async () => {
    const refused: string[] = [];
    document.addEventListener('securitypolicyviolation', (event) => refused.push(event.effectiveDirective));
    const failed = (attempt: () => unknown) => {
      try {
        attempt();
        return 'done';
      } catch (error) {
        return error instanceof Error ? error.name : 'failed';
      }
    };
    const text = document.createElement('p');
    const script = document.createElement('script');
    const inline = () => {
      script.append('window.ranInline = true');
      document.body.append(script);
    };
    // What the debugger itself evaluates may compile; a later task may not.
    await new Promise((resolve) => setTimeout(resolve));
    const made = {
      compiled: failed(() => Reflect.construct(Function, ['return 1'])),
      markup: failed(() => {
        text.innerHTML = '<img src="x" onerror="window.ranInline = true">';
      }),
      worker: failed(() => new Worker('https://elsewhere.example/worker.js')),
      inline: failed(inline),
    };
    await new Promise((resolve) => setTimeout(resolve, 300));
    return { ...made, ran: 'ranInline' in window, children: text.childElementCount, refused };
  });
  expect(outcome).toMatchObject({
    compiled: 'EvalError',
    markup: 'TypeError',
    worker: 'TypeError',
    ran: false,
    children: 0,
  });
  expect(outcome.refused).toContain('require-trusted-types-for');
  await expect.poll(() => violations.take().join('\n')).toContain('require-trusted-types-for');
});

testInProfile('a worker reaches no other host', async ({ page }) => {
  await openApp(page, app.url);
  await completeApp(page);
  const asked: string[] = [];
  const elsewhere = await startSite((request, response) => {
    asked.push(request.url ?? '');
    response.setHeader('access-control-allow-origin', '*').end('anything');
  });
  try {
    expect(await page.evaluate(async (url) => (await fetch(url)).status, elsewhere.url)).toBe(200);
    const starting = page.waitForEvent('worker');
    await page.evaluate(async () => {
      const cache = await caches.open((await caches.keys()).find((name) => name.includes('precache')) ?? '');
      const script = (await cache.keys()).find(({ url }) => /app\.worker-/.test(url));
      Object.assign(window, { probe: new Worker(script?.url ?? '', { type: 'module', name: 'audio' }) });
    });
    const worker = await starting;
    const answers = await worker.evaluate(async (other) => {
      const own = await fetch('/icon.svg').then(({ status }) => status);
      const foreign = await fetch(other).then(
        ({ status }) => status,
        ({ name }: Error) => name,
      );
      return { own, foreign };
    }, elsewhere.url);
    expect(answers).toEqual({ own: 200, foreign: 'TypeError' });
    expect(asked).toEqual(['/']);
    await expect.poll(() => violations.take().join('\n')).toContain(`connect-src refused ${elsewhere.url}`);
  } finally {
    elsewhere.close();
  }
});

test('npm start lets no other site frame the app', async ({ page }) => {
  const framing = await startFraming(app.url);
  try {
    await page.goto(framing.url);
    const frame = page.frames().find((one) => one !== page.mainFrame());
    await expect.poll(() => frame?.url()).toBe('chrome-error://chromewebdata/');
    await expect.poll(() => violations.take().join('\n')).toContain('frame-ancestors refused');
  } finally {
    framing.close();
  }
});

test.describe('on a host that sends no headers', () => {
  let host: Site;
  test.beforeEach(async () => {
    host = await startPlainHost();
  });
  test.afterEach(() => host.close());

  test('the app refuses to run in a frame of another site, and offers a tab of its own', {
    tag: THOROUGH,
  }, async ({ page, context }) => {
    const framing = await startFraming(host.url);
    try {
      await page.goto(framing.url);
      const frame = page.frameLocator('iframe');
      await expect(frame.getByRole('alert')).toContainText('does not run in a frame of another site');
      await expect(frame.getByRole('heading')).toHaveCount(0);
      const opening = context.waitForEvent('page');
      await frame.getByRole('link', { name: 'Open Earshot in a tab of its own' }).click();
      const own = await opening;
      await expect(own.getByRole('heading', { level: 1 })).toBeVisible();
      await expect.poll(() => isHost(own)).toBe(true);
    } finally {
      framing.close();
    }
  });

  test('the app runs in a frame of its own site', { tag: THOROUGH }, async ({ page }) => {
    await page.goto(`${host.url}/framing`);
    await expect(page.frameLocator('iframe').getByRole('heading', { level: 1 })).toBeVisible();
  });

  test('the page states its policy at the first visit, and its service worker sends it later', {
    tag: THOROUGH,
  }, async ({ page }) => {
    const first = await page.goto(`${host.url}/`);
    expect(first?.headers()['content-security-policy']).toBeUndefined();
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    const compile = () =>
      page.evaluate(async () => {
        await new Promise((resolve) => setTimeout(resolve));
        try {
          return String(Reflect.construct(Function, ['return 1'])());
        } catch (error) {
          return error instanceof Error ? error.name : 'failed';
        }
      });
    expect(await compile()).toBe('EvalError');
    const second = await page.reload();
    expect(second?.headers()['content-security-policy']).toBe(contentPolicyFor('/'));
    const inFrame = await page.goto(`${host.url}/embed.html`);
    expect(inFrame?.headers()['content-security-policy']).toBe(contentPolicyFor('/embed.html'));
  });

  test('the API answers, and a job is created', { tag: THOROUGH }, async ({ page }) => {
    await openApp(page, `${host.url}/`);
    expect((await call(page, { method: 'GET', path: '/v2/pre-recorded' })).status).toBe(200);
  });
});
