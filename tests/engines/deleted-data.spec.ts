import { DELETIONS, deletionRound } from '../e2e/existing-clients/deletion-round.ts';
import { SETUPS, startVisitSite } from '../e2e/existing-clients/visit-site.ts';
import { THOROUGH } from '../runner/thorough.ts';
import { expect, test } from './engine-test.ts';
import { startEngine } from './start-engine.ts';

/** One of each set-up, with another deletion each time; `EARSHOT_FIRST_VISITS=200` for the long run. */
const ROUNDS = Number(process.env.EARSHOT_FIRST_VISITS ?? 4);
const WAYS = [...SETUPS, 'settings'] as const;

test('feature: nothing of an existing client leaves while the data of its site are deleted', {
  tag: THOROUGH,
}, async ({ engine: { name } }) => {
  test.setTimeout(60_000 + ROUNDS * 30_000);
  // WebKit deletes what all ports of a host have stored, and the app of the other tests is at one of them.
  const engine = await startEngine(name);
  let rounds = 0;
  try {
    for (; rounds < ROUNDS; rounds++) {
      const setup = WAYS[rounds % WAYS.length] ?? 'file';
      // Each set-up meets each deletion.
      const deletion = DELETIONS[(rounds + Math.floor(rounds / WAYS.length)) % DELETIONS.length] ?? 'header';
      const site = await startVisitSite(setup);
      try {
        await test.step(`${setup}, ${deletion}`, () =>
          deletionRound(engine, site, setup, deletion, { hasStandingWorker: name === 'chromium' }));
      } finally {
        await engine.open('about:blank');
        await site.stop();
      }
    }
  } finally {
    await engine.close();
  }
  expect(rounds).toBe(ROUNDS);
});
