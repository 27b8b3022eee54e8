import { invalidParameters } from '../../contract/errors/invalid-parameters.ts';
import { validationErrors } from '../../contract/errors/validation-errors.ts';
import { queueRequest } from '../../contract/jobs/queue-request.ts';
import { announce } from '../../contract/realms/channel.ts';
import { AppError } from '../../lib/errors/errors.ts';
import { msg } from '../../lib/errors/msg.ts';
import { jobResponse } from '../../storage/jobs/job-response.ts';
import { updateJob } from '../../storage/jobs/job-store.ts';
import { firstQueueRank } from '../../storage/jobs/queue-order.ts';
import { jobNotFound, jobRowOfCaller } from '../job-of-caller.ts';
import { jsonResponse } from '../json-response.ts';
import { readJson } from '../read-json.ts';
import type { ServiceContext } from '../service-context.ts';

/** `POST /v2/pre-recorded/{id}/queue`: pauses a job that waits or runs, lets it go on, or runs it next. */
export async function changeQueue(context: ServiceContext): Promise<Response> {
  const { id } = await jobRowOfCaller(context);
  const parsed = queueRequest.safeParse(await readJson(context.req.raw), { reportInput: true });
  if (!parsed.success) throw invalidParameters(validationErrors(parsed.error));
  const { paused, first } = parsed.data;
  const rank = first ? await firstQueueRank() : null;
  const changed = await updateJob(id, ({ status }) => {
    if (status === 'done' || status === 'error') {
      throw new AppError('conflict', msg`The job ${id} has ended: it is not in the queue.`);
    }
    return {
      ...(paused === true && { paused, status: 'queued', claim: null, stage: undefined }),
      ...(paused === false && { paused: undefined }),
      ...(rank !== null && { queue_rank: rank }),
    };
  });
  if (!changed) throw jobNotFound(id);
  announce(paused ? { type: 'job-paused', id } : { type: 'job-queued', id });
  const { status, progress, seconds_left: secondsLeft } = changed;
  announce({ type: 'job-changed', id, status, progress, secondsLeft });
  return jsonResponse(jobResponse(changed));
}
