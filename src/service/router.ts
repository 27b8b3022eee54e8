import type { Hono } from 'hono';
import { cors } from 'hono/cors';
import { Hono as TinyHono } from 'hono/tiny';
import { FORMER_JOBS_PATH, JOBS_PATH, LIVE_PATH } from '../contract/clients/api-addresses.ts';
import { AppError } from '../lib/errors/errors.ts';
import { msg } from '../lib/errors/msg.ts';
import { changeQueue } from './handlers/change-queue.ts';
import { createAddonRun } from './handlers/create-addon-run.ts';
import { createJob } from './handlers/create-job.ts';
import { createLive } from './handlers/create-live.ts';
import { createRerun } from './handlers/create-rerun.ts';
import { deleteJob } from './handlers/delete-job.ts';
import { importTranscript } from './handlers/import-transcript.ts';
import { listAddonRuns } from './handlers/list-addon-runs.ts';
import { listJobs } from './handlers/list-jobs.ts';
import { deleteLive, listLive, readLive, readLiveAudio } from './handlers/live-jobs.ts';
import { readApiDescription } from './handlers/read-api-description.ts';
import { onTranscript } from './handlers/read-corrected-transcript.ts';
import { readJob } from './handlers/read-job.ts';
import { readJobAudio } from './handlers/read-job-audio.ts';
import { readPartial } from './handlers/read-partial.ts';
import { readUpload } from './handlers/read-upload.ts';
import { searchLibrary } from './handlers/search-library.ts';
import { uploadAudio } from './handlers/upload-audio.ts';
import { readAhead } from './job-of-caller.ts';
import { errorResponse } from './middleware/answer-errors.ts';
import { authenticate } from './middleware/authenticate.ts';
import { limitRequests } from './middleware/limit-requests.ts';
import { readClientSettings } from './middleware/read-client-settings.ts';
import type { ServiceContext, ServiceEnv } from './service-context.ts';

type Handler = (context: ServiceContext) => Promise<Response>;
type Methods = Partial<Record<'GET' | 'POST' | 'DELETE', Handler>>;

/** Paths that need no key. */
const OPEN = '/v2/openapi.json';

const jobsAt = (path: string): Record<string, Methods> => ({
  [path]: { GET: listJobs, POST: createJob },
  [`${path}/:id`]: { GET: readJob, DELETE: deleteJob },
  [`${path}/:id/file`]: { GET: readJobAudio },
  [`${path}/:id/transcript`]: { GET: onTranscript, POST: importTranscript },
});

const RESOURCES: Record<string, Methods> = {
  [OPEN]: { GET: readApiDescription },
  '/v2/search': { GET: searchLibrary },
  '/v2/upload': { POST: uploadAudio },
  '/v2/upload/:id': { GET: readUpload },
  ...jobsAt(JOBS_PATH),
  ...jobsAt(FORMER_JOBS_PATH),
  [LIVE_PATH]: { GET: listLive, POST: createLive },
  [`${LIVE_PATH}/:id`]: { GET: readLive, DELETE: deleteLive },
  [`${LIVE_PATH}/:id/file`]: { GET: readLiveAudio },
  [`${JOBS_PATH}/:id/queue`]: { POST: changeQueue },
  [`${JOBS_PATH}/:id/rerun`]: { POST: createRerun },
  [`${JOBS_PATH}/:id/partial`]: { GET: readPartial },
  [`${JOBS_PATH}/:id/addons`]: { GET: listAddonRuns, POST: createAddonRun },
};

/** Response headers that scripts of another origin may read, besides the safelisted ones. */
const EXPOSED = ['accept-ranges', 'allow', 'content-disposition', 'content-range', 'etag', 'retry-after'];

interface Place {
  /** Path before `/v2`, such as `/speech`. */
  prefix?: string;
  /** Whether callers are on another origin and need CORS headers. */
  crossOrigin?: boolean;
}

/** The /v2 API. A trailing slash is ignored, and nothing is ever redirected. */
export function createApp({ prefix = '', crossOrigin = false }: Place = {}): Hono<ServiceEnv> {
  // Its router is the smallest one, for a handful of paths.
  const app = new TinyHono<ServiceEnv>({ strict: false });
  if (crossOrigin) app.use(cors({ allowMethods: ['GET', 'HEAD', 'POST', 'DELETE'], exposeHeaders: EXPOSED }));
  for (const [path, methods] of Object.entries(RESOURCES)) addResource(app, prefix, path, methods);
  app.notFound((context) => {
    const { method, path } = context.req;
    return errorResponse(new AppError('not_found', msg`Cannot ${method} ${path}`), context.req.url);
  });
  app.onError((error, context) => errorResponse(error, context.req.url));
  return app;
}

function addResource(app: Hono<ServiceEnv>, prefix: string, resource: string, methods: Methods): void {
  const path = prefix + resource;
  for (const [method, handler] of Object.entries(methods)) {
    if (resource === OPEN) app.on(method, path, handler);
    else {
      if (handler === readJob) app.on(method, path, readAhead);
      app.on(method, path, readClientSettings(prefix), authenticate, limitRequests, handler);
    }
  }
  const allowed = [...Object.keys(methods), ...(methods.GET ? ['HEAD'] : []), 'OPTIONS'].join(', ');
  app.options(path, () => new Response(null, { status: 204, headers: { allow: allowed } }));
  app.all(path, (context) => {
    const error = new AppError('method_not_allowed', msg`This path does not support ${context.req.method}.`, {
      remedy: msg`Use ${allowed}.`,
    });
    return errorResponse(error, context.req.url, { allow: allowed });
  });
}
