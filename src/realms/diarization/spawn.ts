import { START_LIMIT_MS } from '../../lib/start-sign.ts';
import { PatientWorker } from '../patient-worker.ts';
import { WorkerHandle } from '../worker-handle.ts';
import type { DiarizationWorkerApi } from './api.ts';

type Handle = WorkerHandle<DiarizationWorkerApi>;

/** How long an idle worker is kept for the next job with its models loaded. */
const IDLE_MS = 60_000;

let idle: { handle: Handle; timer: ReturnType<typeof setTimeout> } | null = null;

/** A diarization worker for one job: the previous job's, or a new one. */
export function takeDiarizationWorker(): Handle {
  const waiting = idle;
  idle = null;
  if (waiting) clearTimeout(waiting.timer);
  if (waiting && !waiting.handle.ended) return waiting.handle;
  return new WorkerHandle(
    new PatientWorker(
      () =>
        new Worker(new URL('../../../workers/diarization.worker.ts', import.meta.url), {
          type: 'module',
          name: 'diarization',
        }),
    ),
    START_LIMIT_MS,
  );
}

/** Returns an idle worker; one that may be busy is terminated instead. */
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
