import { transfer } from 'comlink';
import type { TranscriptCall, TranscriptOutcome } from '../../../contract/realms/transcript-work.ts';
import { spawnRealm } from '../../every-worker/page/spawn-realm.ts';
import { IDLE_MS, supervise } from '../../every-worker/page/supervise.ts';
import type { FoundPlace, PatternSearch, TranscriptsWorkerApi } from '../shared/api.ts';

/** No call waits for another: those that are at work are not kept. */
const transcriptWorkers = supervise<TranscriptsWorkerApi>({
  spawn: () => spawnRealm('transcripts'),
  idleMs: IDLE_MS,
  // The caller does the work itself, or asks again.
  attempts: 1,
});

/** Imports or exports a transcript in a worker of this page. */
export const workInWorker = (call: TranscriptCall): Promise<TranscriptOutcome> =>
  transcriptWorkers.once((worker) => worker.call((api) => api.work(call)));

/** Has a worker of this page do a call that comes by a port. */
export const serveWithWorker = (port: MessagePort, lock: string): Promise<void> =>
  transcriptWorkers.once((worker) => worker.call((api) => api.serve(transfer(port, [port]), lock)));

/** Finds a pattern; null if it takes longer than the limit, which ends the worker. Throws AppError if it is no pattern. */
export const findInWorker = (search: PatternSearch, limitMs: number): Promise<FoundPlace[] | null> =>
  transcriptWorkers.once(async (worker) => {
    await worker.call((api) => api.prepare());
    try {
      return await worker.watchedCall({ what: 'A search', limitMs }, (api) => api.find(search));
    } catch (error) {
      if (worker.ended) return null;
      throw error;
    }
  });
