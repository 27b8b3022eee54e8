import { readFileSync } from 'node:fs';
import { type BrowserContext, expect } from '@playwright/test';
import { NEW_APP } from '../runner/test-addresses.ts';
import { THOROUGH } from '../runner/thorough.ts';
import { test } from './test.ts';

/** A new user's installation: the sample and its bundled model. */
const ORIGIN = NEW_APP;

const guide = readFileSync(new URL('../../docs/page-library.md', import.meta.url), 'utf8');

/** The examples by heading; the expected output follows an arrow. */
const examples = guide.split(/^#+ /m).flatMap((section) =>
  Array.from(section.matchAll(/^```js\n(.*?)^```/gms), (match, index) => ({
    name: `${section.split('\n')[0]} ${index + 1}`,
    code: match[1] ?? '',
    prints: Array.from((match[1] ?? '').matchAll(/\/\/ → (.*)$/gm), ([, text = '']) => text),
  })),
);

test('the guide has examples, and each says what it prints', () => {
  expect(examples.length).toBeGreaterThanOrEqual(6);
  expect(examples.filter(({ prints }) => prints.length === 0)).toEqual([]);
});

/** Beside the open app, which runs their jobs. */
let context: BrowserContext;
test.beforeAll(async ({ newApp }) => {
  context = newApp.context();
  // A page placed beside the app.
  await context.route(`${ORIGIN}/of-an-author.html`, (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: '<!doctype html><title>A page beside the app</title>',
    }),
  );
});
test.afterAll(() => context.unroute(`${ORIGIN}/of-an-author.html`));
test.afterEach(async ({ newApp }) => {
  for (const page of context.pages()) if (page !== newApp) await page.close();
});

// What they call is tested in tests/contract/page-library.test.ts; all of them run every night.
for (const [index, { name, code, prints }] of examples.entries()) {
  const tag = index < 1 ? [] : THOROUGH;
  test(`an example of the guide runs as it stands there: ${name}`, { tag }, async () => {
    const page = await context.newPage();
    const printed: string[] = [];
    const faults: string[] = [];
    page.on('console', (message) => message.type() === 'log' && printed.push(message.text()));
    page.on('pageerror', (error) => faults.push(error.message));
    await page.goto(`${ORIGIN}/of-an-author.html`);
    await page.addScriptTag({ type: 'module', content: `${code}\nwindow.exampleIsOver = true;` });
    await expect
      .poll(async () => faults.length > 0 || (await page.evaluate(() => 'exampleIsOver' in window)), {
        timeout: 150_000,
      })
      .toBe(true);
    expect(faults).toEqual([]);
    for (const text of prints) await expect.poll(() => printed.join('\n')).toContain(text);
  });
}
