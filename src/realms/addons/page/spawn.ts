import { proxy, transfer } from 'comlink';
import type { Span } from '../../../contract/jobs/request-configs.ts';
import type { BrowserModels } from '../../../language/text/text-models.ts';
import type { ByteSource } from '../../../lib/bytes/byte-source.ts';
import { decodeInPage } from '../../audio/page/lend-decoder.ts';
import { spawnRealm } from '../../every-worker/page/spawn-realm.ts';
import { IDLE_MS, type SupervisedWorker, supervise } from '../../every-worker/page/supervise.ts';
import { START_LIMIT_MS } from '../../every-worker/shared/start-sign.ts';
import type { AddonHost, AddonWorkerApi, LentRecording } from '../shared/api.ts';
import { lendBrowserModels } from '../shared/lent-browser-models.ts';

/** Each serves one job at a time, with what it has loaded. */
const addonWorkers = supervise<AddonWorkerApi>({
  spawn: () => spawnRealm('addons'),
  idleMs: IDLE_MS,
  attempts: 2,
  throwsReasons: true,
});

/** A recording, and the seconds of it that were asked for, all if absent. */
export interface RecordedSound {
  audio: ByteSource;
  span?: Span | undefined;
}

/** A worker for one job's add-ons, which have time limits of their own; with `sound` for those that read it. */
export const takeAddonWorker = (
  browser: BrowserModels,
  calls: Omit<AddonHost, 'browser' | 'recording'>,
  sound?: RecordedSound,
): SupervisedWorker<AddonWorkerApi, void> =>
  addonWorkers.take({
    ready: (worker) => {
      const lent = { browser: lendBrowserModels(browser, worker.signal), recording: lendRecording(sound) };
      const host = proxy({ ...lent, ...calls });
      // One that was kept may have ended without a word.
      const watch = { what: 'Starting an add-on', limitMs: 2 * START_LIMIT_MS };
      return worker.watchedCall(watch, (api) => api.connect(host));
    },
  });

const lendRecording = (sound: RecordedSound | undefined): LentRecording => ({
  describe: async () => (sound ? { size: sound.audio.size, span: sound.span ?? null } : null),
  read: async (start, end) => {
    const bytes = (await sound?.audio.read(start, end)) ?? new Uint8Array();
    return transfer(bytes, [bytes.buffer]);
  },
  decodeFile: decodeInPage,
});
