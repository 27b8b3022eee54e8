import type { PoolViewMember } from '../../contract/realms/pool-view.ts';
import type { JobRecord } from '../../storage/database/records.ts';
import { deviceClassFor } from './able-to.ts';
import { capabilityOf, specOf } from './pool-spec.ts';

/** What the pool is given of a job, besides its recording. */
export const metaOf = async (job: JobRecord, title: string, members: readonly PoolViewMember[]) => ({
  id: job.id,
  title,
  capability: capabilityOf(job, await deviceClassFor(job, members)),
  duration: job.file?.audio_duration ?? null,
  created: job.created_at,
  spec: specOf(job),
});
