/** The door of the pool: nothing outside imports another file of this folder. */
export { connectBroker, type PoolAccess } from './connect-pool.ts';
export { POOL_NAME, POOL_TIMES, timesOf } from './layout.ts';
export { type Account, accountOf } from './member-rights.ts';
export { type MemberFacts, type OfferedJob, type Outcome, Pool } from './pool.ts';
export { PoolFailure, toPoolFailure } from './pool-failure.ts';
export { createPool, deletePool, POOL_LIMITS } from './provision.ts';
export type { Capability, DeviceClass, JobFailure } from './rows.ts';
export type { OwnedJob } from './taken-job.ts';
