import { WorkerHandle } from '../worker-handle.ts';
import type { AudioWorkerApi } from './api.ts';

/** A new audio worker: one for each job, ended with it. */
export function spawnAudioWorker(): WorkerHandle<AudioWorkerApi> {
  return new WorkerHandle(
    new Worker(new URL('../../../workers/audio.worker.ts', import.meta.url), {
      type: 'module',
      name: 'audio',
    }),
  );
}
