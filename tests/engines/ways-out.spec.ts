import { startVisitSite } from '../e2e/existing-clients/visit-site.ts';
import { expect, openGuarded, test } from './engine-test.ts';
import { namesOfInterfaces } from './ways-out/names-of-interfaces.ts';
import { sendByAll } from './ways-out/send-by-all.ts';
import { sendByObjects } from './ways-out/send-by-objects.ts';
import { sendByWindows } from './ways-out/send-by-windows.ts';
import { NO_WAYS_OUT, WAYS_OF_OBJECTS, WAYS_OF_WINDOWS, WAYS_OUT } from './ways-out/ways-out.ts';

const MORE = {
  'windows and frames, all at once': { send: sendByWindows, ways: WAYS_OF_WINDOWS },
  'objects that change and other spellings': { send: sendByObjects, ways: WAYS_OF_OBJECTS },
};

test('feature: nothing leaves a page with the guard by any way that a browser has to send', async ({
  engine,
  app,
}) => {
  const site = await startVisitSite('page');
  try {
    await openGuarded(engine, site.address(0));
    site.hosted.received.length = 0;
    const outcomes = await engine.run(sendByAll, site.hosted.base);
    // Each of them names its way.
    expect(site.hosted.received.map(({ path }) => path)).toEqual([]);
    expect(site.hosted.connected).toEqual([]);
    expect(Object.keys(outcomes).toSorted()).toEqual(Object.keys(WAYS_OUT).toSorted());
    // What is redirected within this site arrives there.
    const arrived = Object.entries(outcomes).filter(([way]) => way.endsWith('within this site'));
    expect(Object.fromEntries(arrived)).toEqual({
      'fetch, redirected within this site': 'arrived with a body',
      'XMLHttpRequest, redirected within this site': 'arrived with a body',
      'worker, redirected within this site': 'arrived with a body',
      'form, redirected within this site': 'arrived with none',
    });
  } finally {
    await engine.open(app.url);
    await site.stop();
  }
});

for (const [name, { send, ways }] of Object.entries(MORE)) {
  test(`feature: nothing leaves a page with the guard by ${name}`, async ({ engine, app }) => {
    const site = await startVisitSite('page');
    try {
      await engine.open(site.address(0));
      await engine.run(async () => {
        while (!('results' in window)) await new Promise((resolve) => setTimeout(resolve, 20));
        await window.results;
      });
      site.hosted.received.length = 0;
      const outcomes = await engine.run(send, site.hosted.base);
      expect(site.hosted.received.map(({ path }) => decodeURIComponent(path))).toEqual([]);
      expect(site.hosted.connected).toEqual([]);
      expect(Object.keys(outcomes).toSorted()).toEqual(Object.keys(ways).toSorted());
      const within = Object.values(outcomes).filter((outcome) => outcome.startsWith('then within'));
      expect(within.filter((outcome) => !outcome.endsWith('/arrived'))).toEqual([]);
    } finally {
      await engine.open(app.url);
      await site.stop();
    }
  });
}

test('feature: each interface of the browser that takes an address is a known way to send, or known not to be', async ({
  engine,
  app,
}) => {
  await engine.open(app.url);
  const names = await engine.run(namesOfInterfaces);
  expect(names).toContain('XMLHttpRequest.open');
  const known = new Set(
    [WAYS_OUT, WAYS_OF_WINDOWS, NO_WAYS_OUT].flatMap((table) => Object.values(table).flat()),
  );
  expect(names.filter((name) => !known.has(name))).toEqual([]);
});
