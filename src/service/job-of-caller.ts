import type { MiddlewareHandler } from 'hono';
import { AppError } from '../lib/errors/errors.ts';
import { msg } from '../lib/errors/msg.ts';
import type { JobRecord } from '../storage/database/records.ts';
import type { JobInText } from '../storage/jobs/job-rows.ts';
import { getJob, getJobInText, getJobRow } from '../storage/jobs/job-store.ts';
import { getLiveSession } from '../storage/live/live-store.ts';
import { isBeingPutBack } from '../storage/second-place/new-database.ts';
import { mayRead } from '../storage/settings/key-store.ts';
import { pathId, type ServiceContext, type ServiceEnv } from './service-context.ts';

/**
 * The job in the path. Throws 404 if it does not exist, was deleted or belongs to another key (specification §4.3), 409 if it is a live
 * session that is not stopped yet.
 */
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
    // Reported where it is awaited.
    ahead.catch(() => undefined);
    context.set('ahead', ahead);
  }
  await next();
};

/** The same with a result that is passed on, not read. */
export async function jobInTextOfCaller(context: ServiceContext): Promise<JobInText> {
  const found = await (context.get('ahead') ?? getJobInText(pathId(context)));
  return { job: await owned(context, found?.job ?? null), result: found?.result ?? null };
}

/** The same without its result, which may be that of a day: null. */
export async function jobRowOfCaller(context: ServiceContext): Promise<JobRecord> {
  return owned(context, await getJobRow(pathId(context)));
}

async function owned(context: ServiceContext, job: JobRecord | null): Promise<JobRecord> {
  const id = pathId(context);
  const caller = context.get('key').id;
  if (job && mayRead(caller, job.key_id)) return job;
  const session = job ? null : await getLiveSession(id);
  if (session && mayRead(caller, session.key_id)) {
    throw new AppError('conflict', msg`The live session ${id} is not stopped yet.`, {
      remedy: msg`Stop it, then send the request again.`,
    });
  }
  throw await jobMissing(id);
}

/** Why a job in the path is not there: it does not exist, was deleted, or the library is not wholly put back yet. */
export const jobMissing = async (id: string): Promise<AppError> =>
  (await isBeingPutBack())
    ? new AppError('putting_back', msg`The browser had deleted the library, which is being put back.`, {
        retryAfter: 2,
      })
    : jobNotFound(id);

export const jobNotFound = (id: string) =>
  new AppError('not_found', msg`The job ${id} does not exist or has been deleted.`);
