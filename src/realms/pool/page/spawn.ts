import { proxy } from 'comlink';
import type { PoolView } from '../../../contract/realms/pool-view.ts';
import type { MemberFacts, PoolAccess } from '../../../pool/index.ts';
import { startWorker } from '../../every-worker/page/supervise.ts';
import type { WorkerHandle } from '../../every-worker/page/worker-handle.ts';
import type { PoolWorkerApi } from '../shared/api.ts';

/** A worker that holds the connection to a pool: pages in the background have slow timers, and leases are renewed. */
export const poolWorker = (): WorkerHandle<PoolWorkerApi> =>
  startWorker(
    () =>
      new Worker(new URL('../../../../workers/pool.worker.ts', import.meta.url), {
        type: 'module',
        name: 'pool',
      }),
  );

/** Joins a pool; the worker reports what it sees from then on. */
export const joinPool = (
  handle: WorkerHandle<PoolWorkerApi>,
  access: PoolAccess,
  { facts, beatSeconds }: { facts: MemberFacts; beatSeconds?: number | undefined },
  onView: (view: PoolView) => void,
): Promise<void> => handle.call((api) => api.join(access, facts, proxy(onView), beatSeconds));
