import { API_VERSION } from '../../contract/jobs/pre-recorded-job.ts';
import type { LiveJob, LivePage } from '../../contract/live/live-job.ts';
import { announce } from '../../contract/realms/channel.ts';
import { requestId } from '../../lib/ids.ts';
import type { JobRecord } from '../../storage/database/records.ts';
import { jobResponse } from '../../storage/jobs/job-response.ts';
import { getJob } from '../../storage/jobs/job-store.ts';
import { hasMetadata } from '../../storage/jobs/metadata-terms.ts';
import { type JobFilter, queryJobs } from '../../storage/jobs/query-jobs.ts';
import {
  deleteLiveSession,
  getLiveSession,
  type LiveSessionRecord,
  listLiveSessions,
  liveMessages,
} from '../../storage/live/live-store.ts';
import { deleteArrival } from '../../storage/recordings/arrival-store.ts';
import { APP_KEY_ID, mayRead } from '../../storage/settings/key-store.ts';
import { jobMissing } from '../job-of-caller.ts';
import { jsonResponse } from '../json-response.ts';
import { parseJobListQuery, toFilter } from '../parse-job-list-query.ts';
import { pathId, type ServiceContext } from '../service-context.ts';
import { deleteJob } from './delete-job.ts';
import { at } from './list-jobs.ts';
import { readJobAudio } from './read-job-audio.ts';

/** `GET /v2/live`: one page of the key's sessions, newest first, with the filters of jobs. */
export async function listLive(context: ServiceContext): Promise<Response> {
  const address = new URL(context.req.url);
  const query = parseJobListQuery(address.searchParams);
  const { offset, limit } = query;
  const keyId = context.get('key').id;
  const filter = { ...toFilter(query), keyId: keyId === APP_KEY_ID ? undefined : keyId };
  const open = (await listLiveSessions()).filter((session) => fits(session, filter));
  // Those that still record are few, and may be anywhere among the jobs.
  const { jobs, more } = await queryJobs({ ...filter, live: true, offset: 0, limit: offset + limit });
  const all = [...open.map(openResponse), ...(await Promise.all(jobs.map((job) => liveResponse(job))))].sort(
    (one, other) => (one.created_at < other.created_at ? 1 : -1),
  );
  const page: LivePage = {
    first: at(address, 0, limit),
    current: at(address, offset, limit),
    next: more || all.length > offset + limit ? at(address, offset + limit, limit) : null,
    items: all.slice(offset, offset + limit),
  };
  return jsonResponse(page);
}

/** `GET /v2/live/{id}`: the session, and once its job is done, the result with all messages. */
export async function readLive(context: ServiceContext): Promise<Response> {
  const found = await ofCaller(context);
  return jsonResponse('token' in found ? openResponse(found) : await liveResponse(found));
}

/** `DELETE /v2/live/{id}`: deletes the session, its sound and its job; ends it if it still records. */
export async function deleteLive(context: ServiceContext): Promise<Response> {
  const found = await ofCaller(context);
  if (!('token' in found)) return deleteJob(context);
  await deleteLiveSession(found.id);
  if (found.arrival_id !== null) await deleteArrival(found.arrival_id);
  announce({ type: 'job-deleted', id: found.id });
  announce({ type: 'arrivals-changed' });
  return new Response(null, { status: 202, headers: { 'cache-control': 'no-store' } });
}

/** `GET /v2/live/{id}/file`: the sound as WAV, once it is stopped. */
export async function readLiveAudio(context: ServiceContext): Promise<Response> {
  await ofCaller(context);
  return readJobAudio(context);
}

/** The session in the path, or the job that it became. Throws 404 if it does not exist, was deleted or belongs to another key. */
async function ofCaller(context: ServiceContext): Promise<LiveSessionRecord | JobRecord> {
  const id = pathId(context);
  // The job first: a session that has just become one is both for a moment.
  const job = await getJob(id);
  const found = job?.live ? job : await getLiveSession(id);
  if (found && mayRead(context.get('key').id, found.key_id)) return found;
  throw await jobMissing(id);
}

function fits({ key_id, created_at, params, arrival_id }: LiveSessionRecord, filter: JobFilter): boolean {
  const { keyId, statuses = [], from, before, metadata = [] } = filter;
  return (
    (keyId === undefined || key_id === keyId) &&
    (statuses.length === 0 || statuses.includes(statusOf(arrival_id))) &&
    (from === undefined || created_at >= from) &&
    (before === undefined || created_at < before) &&
    metadata.every(({ path, text }) => hasMetadata(params.custom_metadata, path, text))
  );
}

const statusOf = (arrivalId: string | null) => (arrivalId === null ? 'queued' : 'processing');

function openResponse(session: LiveSessionRecord): LiveJob {
  const { id, created_at, params, sent_model, arrival_id } = session;
  return {
    id,
    request_id: requestId(id),
    version: API_VERSION,
    status: statusOf(arrival_id),
    created_at,
    completed_at: null,
    custom_metadata: params.custom_metadata,
    error_code: null,
    post_session_metadata: { live: true },
    kind: 'live',
    file: null,
    request_params: { ...params, model: sent_model ?? params.model },
    result: null,
  };
}

async function liveResponse(job: JobRecord): Promise<LiveJob> {
  const { result, ...response } = jobResponse(job);
  return {
    ...response,
    kind: 'live',
    request_params: job.live ? { ...job.live, model: job.sent_model ?? job.live.model } : null,
    result: result && { ...result, messages: await liveMessages(job.id) },
  };
}
