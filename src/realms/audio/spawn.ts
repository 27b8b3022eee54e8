import { START_LIMIT_MS } from '../../lib/start-sign.ts';
import { KeptWorker } from '../kept-worker.ts';
import { PatientWorker } from '../patient-worker.ts';
import { WorkerHandle } from '../worker-handle.ts';
import type { AudioWorkerApi } from './api.ts';

const kept = new KeptWorker<AudioWorkerApi>(
  () =>
    new WorkerHandle(
      new PatientWorker(
        () =>
          new Worker(new URL('../../../workers/audio.worker.ts', import.meta.url), {
            type: 'module',
            name: 'audio',
          }),
      ),
      START_LIMIT_MS,
    ),
);

/** An audio worker for one recording: the idle one, or a new one. Return it with `keepAudioWorker` or terminate it. */
export const takeAudioWorker = (): WorkerHandle<AudioWorkerApi> => kept.take();

/** Keeps a worker that has closed its recording for the next job. */
export const keepAudioWorker = (worker: WorkerHandle<AudioWorkerApi>): void => kept.keep(worker);

/** Starts the next job's worker now if none is idle: it gets ready while the speech model is loaded. */
export function prepareAudioWorker(): void {
  if (kept.hasIdle) return;
  const worker = kept.take();
  kept.keep(worker);
  // Its failure surfaces when it is used.
  worker.call((api) => api.prepare()).catch(() => undefined);
}
