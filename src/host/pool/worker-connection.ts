import { noteEgress } from '../../network/egress-store.ts';
import type { WorkerHandle } from '../../realms/every-worker/page/worker-handle.ts';
import type { PoolWorkerApi } from '../../realms/pool/shared/api.ts';

/** A page that is being closed waits at most this long for its worker to give back what it works on. */
const FAREWELL_MS = 150;

/** Notes in the ledger what goes to the first of a pool's brokers. */
export function noteSent(address: string, about: string, sent: number): Promise<number> {
  const { host } = new URL(address.split(',')[0]?.trim() ?? '');
  const at = new Date().toISOString();
  return noteEgress({
    at,
    host,
    method: 'WebSocket',
    reason: 'pool',
    about,
    sent,
    received: 0,
    status: null,
  });
}

/** Ends the worker once it has given back what it works on, or had the time for it. */
export async function endWorker(handle: WorkerHandle<PoolWorkerApi>): Promise<void> {
  const sent = globalThis.crossOriginIsolated && !handle.ended ? new SharedArrayBuffer(4) : undefined;
  const left = handle.call((api) => api.leave(sent)).catch(() => undefined);
  // A page that is being closed or frozen has no other way to let its worker speak first.
  const until = performance.now() + FAREWELL_MS;
  while (sent && Atomics.load(new Int32Array(sent), 0) === 0 && performance.now() < until);
  await left;
  handle.terminate();
}
