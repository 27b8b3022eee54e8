import { chromium, expect, type Page } from '@playwright/test';
import { chromiumOptions } from '../runner/chromium-options.ts';
import { APP_WITH_MODELS } from '../runner/test-addresses.ts';
import { clip } from './clips.ts';
import { neverIdle } from './never-idle.ts';
import { openApp, transcribe } from './page-service.ts';
import { test } from './test.ts';

/** What is said in en_pii.wav. */
const SECRET = /Emma|Smith|London|zero|seven|four|nine/i;

/** A page of a browser that has WebMCP. */
async function withAgents(use: (page: Page) => Promise<void>): Promise<void> {
  const { args, ...options } = chromiumOptions();
  const browser = await chromium.launch({ ...options, args: [...args, '--enable-features=WebMCP'] });
  const context = await browser.newContext({ baseURL: APP_WITH_MODELS });
  await neverIdle(context);
  const page = await context.newPage();
  await openApp(page);
  await use(page).finally(() => browser.close());
}

const names = async (page: Page) => (await page.webmcp.tools()).map(({ name }) => name).sort();

async function call(page: Page, name: string, input: Record<string, unknown> = {}) {
  const { content, isError = false } = (await page.webmcp.callTool(name, input)) as {
    content: [{ text: string }];
    isError?: boolean;
  };
  return { text: content[0].text, isError };
}

test('agents of the browser have the tools that a person switched on, and read nothing personal', async () => {
  await withAgents(async (page) => {
    const job = await transcribe(page, clip('en_pii.wav').path, {});
    expect(job.result?.transcription?.full_transcript).toMatch(SECRET);
    expect(await names(page)).toEqual([]);

    await page.getByRole('button', { name: 'Settings' }).click();
    const settings = page.getByRole('dialog', { name: 'Settings' });
    for (const label of [
      'List recordings',
      'Search what was said',
      'Read transcripts',
      'Correct transcripts',
      'Transcribe recordings from addresses',
    ])
      await settings.getByRole('checkbox', { name: label }).check();
    await expect.poll(() => names(page)).toEqual(['correct', 'get', 'list', 'search', 'transcribe']);

    expect((await call(page, 'list')).text).toContain(`${job.id}  en pii, 0:0`);
    const read = await call(page, 'get', { id: job.id });
    expect(read).toMatchObject({ isError: false, text: expect.stringMatching(/^\[0:0\d\] .*\[NAME_1\]/) });
    expect(read.text).not.toMatch(SECRET);
    const found = await call(page, 'search', { text: 'London' });
    expect(found.text).toContain(job.id);
    expect(found.text).not.toMatch(SECRET);
    expect((await call(page, 'correct', { id: job.id, find: 'Call', replace: 'Ring' })).text).toMatch(
      /^Replaced 1 times, in the passages at 0:0\d\.$/,
    );
    expect((await call(page, 'get', { id: job.id })).text).toContain('Ring');

    for (const [name, input, reason] of [
      ['get', {}, /id/],
      ['get', { id: 'nobody' }, /./],
      ['list', { limit: 1_000 }, /limit/],
      ['list', { limt: 3 }, /limt/],
      ['transcribe', { address: 'https://a.example/x.wav', options: { qualty: 'best' } }, /qualty/],
      ['correct', { id: job.id, find: 'Zanzibar', replace: 'x' }, /does not contain “Zanzibar”/],
    ] as const) {
      const { isError, text } = await call(page, name, input);
      expect(isError, `${name} ${text}`).toBe(true);
      expect(text).toMatch(reason);
    }

    await settings.getByRole('checkbox', { name: 'Read transcripts' }).uncheck();
    await expect.poll(() => names(page)).toEqual(['correct', 'list', 'search', 'transcribe']);
    await page.reload();
    await expect.poll(() => names(page)).toEqual(['correct', 'list', 'search', 'transcribe']);
  });
});
