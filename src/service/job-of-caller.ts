import type { MiddlewareHandler } from 'hono';
import { AppError } from '../lib/errors/errors.ts';
import { msg } from '../lib/errors/msg.ts';
import type { JobRecord } from '../storage/database/records.ts';
import type { JobInText } from '../storage/jobs/job-rows.ts';
import { getJob, getJobInText, getJobRow } from '../storage/jobs/job-store.ts';
import { mayRead } from '../storage/settings/key-store.ts';
import { pathId, type ServiceContext, type ServiceEnv } from './service-context.ts';

/** The job in the path. Throws 404 if it does not exist, was deleted or belongs to another key (specification §4.3). */
export async function jobOfCaller(context: ServiceContext): Promise<JobRecord> {
  return owned(context, await getJob(pathId(context)));
}

/**
 * Begins to read the job in the path, so that the answer waits for storage once; only who may read it gets it. With `names` its result
 * is read in another way.
 */
export const readAhead: MiddlewareHandler<ServiceEnv> = async (context, next) => {
  if (context.req.query('names') === undefined) {
    const ahead = getJobInText(pathId(context));
    // Told by whoever awaits it.
    ahead.catch(() => undefined);
    context.set('ahead', ahead);
  }
  await next();
};

/** The same with a result that is passed on, not read. */
export async function jobInTextOfCaller(context: ServiceContext): Promise<JobInText> {
  const found = await (context.get('ahead') ?? getJobInText(pathId(context)));
  return { job: owned(context, found?.job ?? null), result: found?.result ?? null };
}

/** The same without its result, which may be that of a day: null. */
export async function jobRowOfCaller(context: ServiceContext): Promise<JobRecord> {
  return owned(context, await getJobRow(pathId(context)));
}

function owned(context: ServiceContext, job: JobRecord | null): JobRecord {
  if (job && mayRead(context.get('key').id, job.key_id)) return job;
  throw jobNotFound(pathId(context));
}

export const jobNotFound = (id: string) =>
  new AppError('not_found', msg`The job ${id} does not exist or has been deleted.`);
