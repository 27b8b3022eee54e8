import { type BrowserContext, expect, type Page } from '@playwright/test';
import { killBrowser } from '../bench/browser-processes.ts';
import { chromiumOptions } from '../runner/chromium-options.ts';
import { THOROUGH } from '../runner/thorough.ts';
import { caretAt, openEditor, paragraph, textOf } from './open-editor.ts';
import { deleteProfile, launchWith, newProfile } from './own-profile.ts';
import { openApp } from './page-service.ts';
import { test } from './test.ts';

/** Milliseconds between two keys of somebody who types fluently. */
const KEY_MS = 60;

/** Types numbered words after "John", without a pause, until it is stopped; returns when each word was written. */
async function typeFluently(page: Page, seconds: number): Promise<number[]> {
  await caretAt(page, 'John', { after: true });
  const written: number[] = [];
  const began = performance.now();
  while (performance.now() - began < seconds * 1000) {
    await page.keyboard.type(` w${written.length}w`, { delay: KEY_MS });
    written.push(performance.now());
  }
  return written;
}

const wordsOf = (text: string) => text.match(/\bw\d+w\b/g) ?? [];
/** The words that are stored, once what the last page left has been stored, too. */
const storedWords = async (page: Page, id: string) => wordsOf(await textOf(page, id));

async function open(profile: string): Promise<{ context: BrowserContext; page: Page }> {
  const context = await launchWith(profile, chromiumOptions());
  const page = context.pages()[0] ?? (await context.newPage());
  await openApp(page);
  return { context, page };
}

test.describe('words that are typed without a pause', () => {
  // That words are stored within two seconds is tested in a page of tests/browser/ui/workspace-saving.test.ts.
  test('a killed browser loses those of the last two seconds at most', { tag: THOROUGH }, async () => {
    const profile = newProfile();
    try {
      const first = await open(profile);
      const id = await openEditor(first.page);
      const written = await typeFluently(first.page, 10);
      const killedAt = performance.now();
      await killBrowser(profile);
      await first.context.close().catch(() => undefined);
      const due = written.filter((at) => at < killedAt - 2000).length;
      expect(due).toBeGreaterThan(10);

      const second = await open(profile);
      const stored = await storedWords(second.page, id);
      expect(stored).toEqual(stored.map((_, index) => `w${index}w`));
      expect(stored.length).toBeGreaterThanOrEqual(due);
      await second.page.goto(`/#/jobs/${id}`);
      await expect(second.page.getByRole('list', { name: 'Transcript' })).toContainText(`w${due - 1}w`);
      await second.context.close();
    } finally {
      await deleteProfile(profile);
    }
  });

  // What a page does when it is hidden or left is tested in the same file.
  test('a reload, a closed tab, another page, another view: nothing is lost, and the browser asks', {
    tag: THOROUGH,
  }, async ({ app }) => {
    const { context, page } = { context: app.context(), page: await app.context().newPage() };
    await page.goto('/');
    const id = await openEditor(page);
    let count = 0;
    const typeMore = async (on: Page) => {
      await caretAt(on, 'John', { after: true });
      await on.keyboard.type(Array.from({ length: 12 }, () => ` w${count++}w`).join(''), { delay: 20 });
    };
    const correct = async (on: Page) => {
      await on.goto(`/#/jobs/${id}`);
      await on.getByRole('button', { name: 'Edit', exact: true }).click();
      await expect(paragraph(on)).toContainText('John');
      await expect.poll(async () => wordsOf((await paragraph(on).textContent()) ?? '').length).toBe(count);
    };
    let asked = 0;
    page.on('dialog', (dialog) => {
      asked += Number(dialog.type() === 'beforeunload');
      return dialog.accept();
    });
    const all = async (on: Page) => expect.poll(async () => (await storedWords(on, id)).length).toBe(count);

    /** Leaves while words are not stored yet. Those that happen to be stored already need no question: then it types more. */
    const leave = async (go: () => Promise<unknown>) => {
      const before = asked;
      for (let attempt = 0; attempt < 5 && asked === before; attempt++) {
        await typeMore(page);
        await go();
        await all(page);
        await correct(page);
      }
      expect(asked).toBe(before + 1);
    };

    await leave(() => page.reload());
    await leave(async () => {
      await page.goto('about:blank');
      await page.goto('/');
    });

    await typeMore(page);
    await page.evaluate(() => {
      location.hash = '#/';
    });
    await all(page);

    await correct(page);
    await typeMore(page);
    await page.close();
    const next = await context.newPage();
    await next.goto('/');
    await all(next);
    await next.close();
  });

  test('a second tab that takes the transcript from one that is typed in: every word is stored', {
    tag: THOROUGH,
  }, async ({ app }) => {
    const page = await app.context().newPage();
    await page.goto('/');
    const id = await openEditor(page);
    const second = await app.context().newPage();
    await second.goto(`/#/jobs/${id}`);
    await second.getByRole('button', { name: 'Edit', exact: true }).click();
    await expect(second.getByText('being corrected in another tab')).toBeVisible();
    const typing = typeFluently(page, 6);
    await page.waitForTimeout(2500);
    await second.evaluate(() => {
      const button = [...document.querySelectorAll('button')].find(({ textContent }) =>
        textContent?.includes('Correct it here'),
      );
      button?.click();
    });
    await typing;
    await expect(page.getByText('being corrected in another tab')).toBeVisible();
    const shown = wordsOf((await page.getByRole('list', { name: 'Transcript' }).textContent()) ?? '');
    expect(shown.length).toBeGreaterThan(3);
    expect(await storedWords(second, id)).toEqual(shown);
    expect(wordsOf((await paragraph(second).textContent()) ?? '')).toEqual(shown);
    await second.close();
    await page.close();
  });
});
