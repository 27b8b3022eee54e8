import { WorkerHandle } from '../worker-handle.ts';
import type { DiarizationWorkerApi } from './api.ts';

type Handle = WorkerHandle<DiarizationWorkerApi>;

/** How long a worker that has done its job is kept for the next one, with its models loaded. */
const IDLE_MS = 60_000;

let idle: { handle: Handle; timer: ReturnType<typeof setTimeout> } | null = null;

/** A diarization worker for one job: the one that the last job left, or a new one. */
export function takeDiarizationWorker(): Handle {
  const waiting = idle;
  idle = null;
  if (waiting) clearTimeout(waiting.timer);
  if (waiting && !waiting.handle.ended) return waiting.handle;
  return new WorkerHandle(
    new Worker(new URL('../../../workers/diarization.worker.ts', import.meta.url), {
      type: 'module',
      name: 'diarization',
    }),
  );
}

/** Gives back a worker that is not busy; one that may be is ended instead. */
export function returnDiarizationWorker(handle: Handle): void {
  if (idle) {
    handle.terminate();
    return;
  }
  const timer = setTimeout(() => {
    idle = null;
    handle.terminate();
  }, IDLE_MS);
  idle = { handle, timer };
}
