import { expect, it } from 'vitest';
import { AddonRunner } from '../../../src/host/run/addons/addon-runner.ts';
import { browserModels } from '../../../src/models/browser/browser-models.ts';
import { takeAddonWorker } from '../../../src/realms/addons/page/spawn.ts';

const runner = () => new AddonRunner(10, {}, new AbortController().signal);

it('an add-on worker whose add-ons have ended serves the next job', async () => {
  const first = runner();
  const used = await first.run('sentences', async (worker) => worker);
  first.end();
  const second = runner();
  const again = await second.run('sentences', async (worker) => worker);
  expect(used).toMatchObject({ success: true });
  expect(again).toMatchObject({ success: true });
  expect(used.success && again.success && used.results === again.results).toBe(true);
  second.end();
});

it('one whose add-on failed does not', async () => {
  const failing = runner();
  let used: unknown;
  const outcome = await failing.run('sentences', async (worker) => {
    used = worker;
    throw new Error('It failed.');
  });
  expect(outcome.success).toBe(false);
  failing.end();
  const next = takeAddonWorker(browserModels, {
    onProgress: () => undefined,
    onOutput: () => undefined,
    onNote: () => undefined,
  });
  expect(await next.run(async (worker) => worker)).not.toBe(used);
  next.end();
});
