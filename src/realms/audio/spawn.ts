import { WorkerHandle } from '../worker-handle.ts';
import type { AudioWorkerApi } from './api.ts';

/** How long an idle worker is kept for the next job: starting one takes longer than reading a short recording. */
const IDLE_MS = 120_000;

let idle: WorkerHandle<AudioWorkerApi> | null = null;
let leaving: ReturnType<typeof setTimeout> | undefined;

/** An audio worker for one recording: the idle one, or a new one. Return it with `keepAudioWorker` or terminate it. */
export function takeAudioWorker(): WorkerHandle<AudioWorkerApi> {
  clearTimeout(leaving);
  const kept = idle;
  idle = null;
  // It may have died unnoticed.
  return kept && !kept.ended ? kept : startAudioWorker();
}

/** Keeps a worker that has closed its recording for the next job. */
export function keepAudioWorker(worker: WorkerHandle<AudioWorkerApi>): void {
  idle?.terminate();
  idle = worker;
  clearTimeout(leaving);
  leaving = setTimeout(() => {
    idle?.terminate();
    idle = null;
  }, IDLE_MS);
}

/** Starts the next job's worker now if none is idle: it gets ready while the speech model is loaded. */
export function prepareAudioWorker(): void {
  if (idle && !idle.ended) return;
  const worker = startAudioWorker();
  keepAudioWorker(worker);
  // Its failure surfaces when it is used.
  worker.call((api) => api.prepare()).catch(() => undefined);
}

function startAudioWorker(): WorkerHandle<AudioWorkerApi> {
  return new WorkerHandle(
    new Worker(new URL('../../../workers/audio.worker.ts', import.meta.url), {
      type: 'module',
      name: 'audio',
    }),
  );
}
