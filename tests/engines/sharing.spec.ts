import { startPlantingSite } from '../e2e/planting-page.ts';
import type { BrowserEngine } from './browser-engine.ts';
import { expect, test } from './engine-test.ts';
import { call } from './page-tasks.ts';

const textOf = (engine: BrowserEngine) => engine.run(() => document.body?.innerText ?? '').catch(() => '');

test('a form of another site is refused, or waits for an answer: nothing becomes of it', async ({
  engine,
  app,
}) => {
  // The app is on localhost: another origin.
  const site = await startPlantingSite(app.url);
  try {
    await engine.open(site.url);
    await expect.poll(() => textOf(engine)).toContain('not by a website');
    await engine.open(`${site.url}?files=2&referrer=no-referrer`);
    await expect.poll(() => textOf(engine)).toMatch(/2 files were shared with Earshot|not by a website/);
    await engine.open(app.url);
    // Jobs of other tests may go on meanwhile.
    const jobs = await call(engine, 'GET', '/v2/pre-recorded');
    expect(jobs.status).toBe(200);
    expect(JSON.stringify(jobs.body)).not.toContain('planted');
  } finally {
    site.close();
  }
});
