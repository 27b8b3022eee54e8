import { spawnRealm } from '../../every-worker/page/spawn-realm.ts';
import { IDLE_MS, supervise } from '../../every-worker/page/supervise.ts';
import { PATIENCE } from '../../every-worker/page/watchdog.ts';
import type { DiarizationWorkerApi } from '../shared/api.ts';

/** Each works for one job, with the models that it has loaded. */
export const diarizationWorkers = supervise<DiarizationWorkerApi>({
  spawn: () => spawnRealm('diarization'),
  idleMs: IDLE_MS,
  limits: PATIENCE,
  attempts: 2,
});
