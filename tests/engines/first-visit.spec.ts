import { ANSWERED_HERE, SETUPS, startVisitSite } from '../e2e/existing-clients/visit-site.ts';
import { expect, test } from './engine-test.ts';

test('feature: an existing client’s requests never reach its hosted service, not even on the first visit', async ({
  engine,
  app,
}) => {
  try {
    for (const setup of SETUPS) {
      // A port of its own makes it a first visit.
      const site = await startVisitSite(setup);
      try {
        await engine.open(site.address(500));
        const results = await engine.run(async () => {
          while (!('results' in window)) await new Promise((resolve) => setTimeout(resolve, 20));
          return window.results as Promise<unknown>;
        });
        expect(results, setup).toEqual(ANSWERED_HERE);
        expect(site.hosted.received, setup).toEqual([]);
      } finally {
        await engine.open('about:blank');
        await site.stop();
      }
    }
  } finally {
    await engine.open(app.url);
  }
});
