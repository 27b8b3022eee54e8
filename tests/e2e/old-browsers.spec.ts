import { expect, type Page } from '@playwright/test';
import { NEW_APP } from '../runner/test-addresses.ts';
import { test } from './test.ts';

/** What an older browser lacks, taken away before the page's first script, and how the page says so. */
const LACKS: [string, () => void, RegExp][] = [
  [
    'WebAssembly with SIMD',
    () => {
      WebAssembly.validate = () => false;
    },
    /lacks WebAssembly with SIMD \(Chrome 91, Firefox 89, Safari 16\.4\): use one of these versions/,
  ],
  [
    'workers made of modules',
    () => {
      Reflect.deleteProperty(globalThis, 'trustedTypes');
      const Plain = globalThis.Worker;
      globalThis.Worker = class extends Plain {
        constructor(address: string | URL) {
          super(address);
        }
      };
    },
    /lacks workers made of modules \(Chrome 80, Firefox 114, Safari 15\)/,
  ],
  [
    'Web Locks and AbortSignal.any',
    () => {
      Reflect.deleteProperty(Navigator.prototype, 'locks');
      Reflect.deleteProperty(AbortSignal, 'any');
    },
    /lacks Web Locks \(.+\), AbortSignal\.any \(.+\)/,
  ],
];

// Older browsers know no Trusted Types, so that the page asks in another way, which the policy here would refuse.
test.use({ bypassCSP: true });

const faults = (page: Page): string[] => {
  const found: string[] = [];
  page.on('pageerror', (error) => found.push(error.message));
  return found;
};

for (const [name, takeAway, sentence] of LACKS) {
  test(`a browser without ${name} is told so in one sentence, in the app and in a frame`, async ({
    page,
  }) => {
    const errors = faults(page);
    await page.addInitScript(takeAway);
    for (const path of ['/', '/embed.html']) {
      await page.goto(`${NEW_APP}${path}`);
      await expect(page.getByRole('alert')).toHaveText(sentence);
    }
    expect(errors).toEqual([]);
  });
}

test('a browser that has everything is told nothing', async ({ page }) => {
  await page.goto(`${NEW_APP}/`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('html[data-unsupported]')).toHaveCount(0);
});
