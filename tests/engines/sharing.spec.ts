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
    // By their ids: jobs of other tests may go on meanwhile.
    const jobs = async () =>
      JSON.stringify((await call(engine, 'GET', '/v2/pre-recorded')).body).match(/"id":"[^"]+"/g);
    const before = await jobs();
    await engine.open(site.url);
    await expect.poll(() => textOf(engine)).toContain('not by a website');
    await engine.open(`${site.url}?files=2&referrer=no-referrer`);
    await expect.poll(() => textOf(engine)).toMatch(/2 files were shared with Earshot|not by a website/);
    await engine.open(app.url);
    expect(await jobs()).toEqual(before);
  } finally {
    site.close();
  }
});
