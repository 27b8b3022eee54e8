import { spawnRealm } from '../../every-worker/page/spawn-realm.ts';
import { IDLE_MS, supervise } from '../../every-worker/page/supervise.ts';
import { PATIENCE } from '../../every-worker/page/watchdog.ts';
import type { AudioWorkerApi } from '../shared/api.ts';

/** Each reads one recording at a time. */
export const audioWorkers = supervise<AudioWorkerApi>({
  spawn: () => spawnRealm('audio'),
  idleMs: IDLE_MS,
  limits: PATIENCE,
  // The last without WebCodecs.
  attempts: 3,
});

/** It gets ready while the speech model is loaded. */
export const prepareAudioWorker = (): void => audioWorkers.prepare((api) => api.prepare());
