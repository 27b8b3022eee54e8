import { WorkerHandle } from '../worker-handle.ts';
import type { AudioWorkerApi } from './api.ts';

/** Starts an audio worker. Each job has its own, terminated with it. */
export function spawnAudioWorker(): WorkerHandle<AudioWorkerApi> {
  return new WorkerHandle(
    new Worker(new URL('../../../workers/audio.worker.ts', import.meta.url), {
      type: 'module',
      name: 'audio',
    }),
  );
}
