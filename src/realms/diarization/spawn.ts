import { IDLE_MS, supervise } from '../supervise.ts';
import { PATIENCE } from '../watchdog.ts';
import type { DiarizationWorkerApi } from './api.ts';

/** Each works for one job, with the models that it has loaded. */
export const diarizationWorkers = supervise<DiarizationWorkerApi>({
  spawn: () =>
    new Worker(new URL('../../../workers/diarization.worker.ts', import.meta.url), {
      type: 'module',
      name: 'diarization',
    }),
  idleMs: IDLE_MS,
  limits: PATIENCE,
  attempts: 2,
});
