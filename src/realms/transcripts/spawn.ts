import { transfer } from 'comlink';
import type { TranscriptCall, TranscriptOutcome } from '../../contract/transcript-work.ts';
import { START_LIMIT_MS } from '../../lib/start-sign.ts';
import { KeptWorker } from '../kept-worker.ts';
import { PatientWorker } from '../patient-worker.ts';
import { WorkerHandle } from '../worker-handle.ts';
import type { FoundPlace, PatternSearch, TranscriptsWorkerApi } from './api.ts';

const start = (): WorkerHandle<TranscriptsWorkerApi> =>
  new WorkerHandle(
    new PatientWorker(
      () =>
        new Worker(new URL('../../../workers/transcripts.worker.ts', import.meta.url), {
          type: 'module',
          name: 'transcripts',
        }),
    ),
    START_LIMIT_MS,
  );

/** Kept for a while; those that are at work are not in it, so that no call waits for another. */
const idle = new KeptWorker(start);

async function withWorker<Result>(
  use: (worker: WorkerHandle<TranscriptsWorkerApi>) => Promise<Result>,
): Promise<Result> {
  const worker = idle.take();
  try {
    return await use(worker);
  } finally {
    if (!worker.ended) idle.keep(worker);
  }
}

/** Imports or exports a transcript in a worker of this page. */
export const workInWorker = (call: TranscriptCall): Promise<TranscriptOutcome> =>
  withWorker((worker) => worker.call((api) => api.work(call)));

/** Has a worker of this page do a call that comes by a port. */
export const serveWithWorker = (port: MessagePort, lock: string): Promise<void> =>
  withWorker((worker) => worker.call((api) => api.serve(transfer(port, [port]), lock)));

/** Finds a pattern; null if it takes longer than the limit, which ends the worker. Throws AppError if it is no pattern. */
export const findInWorker = (search: PatternSearch, limitMs: number): Promise<FoundPlace[] | null> =>
  withWorker(async (worker) => {
    await worker.call((api) => api.prepare());
    try {
      return await worker.watchedCall({ what: 'A search', limitMs }, (api) => api.find(search));
    } catch (error) {
      if (worker.ended) return null;
      throw error;
    }
  });
