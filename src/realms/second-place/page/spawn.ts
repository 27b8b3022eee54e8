import type { Remote } from 'comlink';
import { spawnRealm } from '../../every-worker/page/spawn-realm.ts';
import { IDLE_MS, startWorker } from '../../every-worker/page/supervise.ts';
import type { WorkerHandle } from '../../every-worker/page/worker-handle.ts';
import type { SecondPlaceApi } from '../shared/api.ts';

let running: WorkerHandle<SecondPlaceApi> | null = null;
let calls = 0;
let leaving: ReturnType<typeof setTimeout> | undefined;

/** One worker for the page, so that changes are written in their order; ended when it has been idle for a while. */
async function callWorker(call: (api: Remote<SecondPlaceApi>) => Promise<void>): Promise<void> {
  clearTimeout(leaving);
  if (!running || running.ended) running = startWorker(() => spawnRealm('second-place'));
  calls += 1;
  try {
    await running.call(call);
  } finally {
    calls -= 1;
    if (calls === 0) leaving = setTimeout(() => running?.terminate(), IDLE_MS);
  }
}

export const writeInWorker = (...given: Parameters<SecondPlaceApi['write']>): Promise<void> =>
  callWorker((api) => api.write(...given));

export const keepSoundsInWorker = (): Promise<void> => callWorker((api) => api.keepSounds());

export const settleGrownInWorker = (id: string): Promise<void> => callWorker((api) => api.settleGrown(id));

export const settleInWorker = (...given: Parameters<SecondPlaceApi['settle']>): Promise<void> =>
  callWorker((api) => api.settle(...given));
