import type { AudioWorkerApi } from './audio-worker-api.ts';
import { WorkerHandle } from './worker-handle.ts';

/** A new audio worker: one for each job, ended with it. */
export function spawnAudioWorker(): WorkerHandle<AudioWorkerApi> {
  return new WorkerHandle(
    new Worker(new URL('../../workers/audio.worker.ts', import.meta.url), { type: 'module', name: 'audio' }),
  );
}
