import { AppError } from '../lib/errors.ts';
import { getJob } from '../storage/job-store.ts';
import { mayRead } from '../storage/key-store.ts';
import type { JobRecord } from '../storage/records.ts';
import { pathId, type ServiceContext } from './service-context.ts';

/** The job in the path. Throws 404 if it does not exist, was deleted or belongs to another key (specification §4.3). */
export async function ownedJob(context: ServiceContext): Promise<JobRecord> {
  const id = pathId(context);
  const job = await getJob(id);
  if (job && mayRead(context.get('key').id, job.key_id)) return job;
  throw jobNotFound(id);
}

export const jobNotFound = (id: string) =>
  new AppError('not_found', `The job ${id} does not exist or has been deleted.`);
