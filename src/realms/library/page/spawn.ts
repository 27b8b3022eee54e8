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
