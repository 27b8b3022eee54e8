import { transfer } from 'comlink';
import type { SearchCall, TranscriptOutcome } from '../../../contract/realms/transcript-work.ts';
import { spawnRealm } from '../../every-worker/page/spawn-realm.ts';
import { startWorker } from '../../every-worker/page/supervise.ts';
import type { WorkerHandle } from '../../every-worker/page/worker-handle.ts';
import type { LibraryWorkerApi } from '../shared/api.ts';

let running: WorkerHandle<LibraryWorkerApi> | null = null;

/** The page's library worker, which holds the index of all words while the page is open; a new one if it has died. */
export function libraryWorker(): WorkerHandle<LibraryWorkerApi> {
  if (!running || running.ended) {
    running = startWorker(() => spawnRealm('library'));
  }
  return running;
}

/** Answers `GET /v2/search` in this page's worker. */
export const searchInWorker = (call: SearchCall): Promise<TranscriptOutcome> =>
  libraryWorker().call((worker) => worker.answer(call));

/** The same with a call that comes by a port. */
export const serveSearch = (port: MessagePort, lock: string): Promise<void> =>
  libraryWorker().call((worker) => worker.serve(transfer(port, [port]), lock));
