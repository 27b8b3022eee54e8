import { IDLE_MS, supervise } from '../../every-worker/page/supervise.ts';
import { PATIENCE } from '../../every-worker/page/watchdog.ts';
import type { AudioWorkerApi } from '../shared/api.ts';

/** Each reads one recording at a time. */
export const audioWorkers = supervise<AudioWorkerApi>({
  spawn: () =>
    new Worker(new URL('../../../../workers/audio.worker.ts', import.meta.url), {
      type: 'module',
      name: 'audio',
    }),
  idleMs: IDLE_MS,
  limits: PATIENCE,
  // The last without WebCodecs.
  attempts: 3,
});

/** It gets ready while the speech model is loaded. */
export const prepareAudioWorker = (): void => audioWorkers.prepare((api) => api.prepare());
