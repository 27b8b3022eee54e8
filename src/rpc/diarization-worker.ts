import type { DiarizationWorkerApi } from './diarization-worker-api.ts';
import { WorkerHandle } from './worker-handle.ts';

/** A new diarization worker: one for each job that wants speakers, ended with it. */
export function spawnDiarizationWorker(): WorkerHandle<DiarizationWorkerApi> {
  return new WorkerHandle(
    new Worker(new URL('../../workers/diarization.worker.ts', import.meta.url), {
      type: 'module',
      name: 'diarization',
    }),
  );
}
