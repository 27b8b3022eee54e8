import { proxy } from 'comlink';
import type { BrowserModels } from '../../../language/text/text-models.ts';
import { spawnRealm } from '../../every-worker/page/spawn-realm.ts';
import { IDLE_MS, type SupervisedWorker, supervise } from '../../every-worker/page/supervise.ts';
import { START_LIMIT_MS } from '../../every-worker/shared/start-sign.ts';
import type { AddonHost, AddonWorkerApi } from '../shared/api.ts';
import { lendBrowserModels } from '../shared/lent-browser-models.ts';

/** Each serves one job at a time, with what it has loaded. */
const addonWorkers = supervise<AddonWorkerApi>({
  spawn: () => spawnRealm('addons'),
  idleMs: IDLE_MS,
  attempts: 2,
  throwsReasons: true,
});

/** A worker for one job's add-ons, which have time limits of their own. */
export const takeAddonWorker = (
  browser: BrowserModels,
  calls: Omit<AddonHost, 'browser'>,
): SupervisedWorker<AddonWorkerApi, void> =>
  addonWorkers.take({
    ready: (worker) => {
      const host = proxy({ browser: lendBrowserModels(browser, worker.signal), ...calls });
      // One that was kept may have ended without a word.
      const watch = { what: 'Starting an add-on', limitMs: 2 * START_LIMIT_MS };
      return worker.watchedCall(watch, (api) => api.connect(host));
    },
  });
