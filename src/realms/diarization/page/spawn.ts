import { IDLE_MS, supervise } from '../../every-worker/page/supervise.ts';
import { PATIENCE } from '../../every-worker/page/watchdog.ts';
import type { DiarizationWorkerApi } from '../shared/api.ts';

/** Each works for one job, with the models that it has loaded. */
export const diarizationWorkers = supervise<DiarizationWorkerApi>({
  spawn: () =>
    new Worker(new URL('../../../../workers/diarization.worker.ts', import.meta.url), {
      type: 'module',
      name: 'diarization',
    }),
  idleMs: IDLE_MS,
  limits: PATIENCE,
  attempts: 2,
});
