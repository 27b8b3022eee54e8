import type { JobPage } from '../../contract/jobs/pre-recorded-job.ts';
import { queryJobsInText } from '../../storage/jobs/query-jobs.ts';
import { APP_KEY_ID } from '../../storage/settings/key-store.ts';
import { jobInJson, jsonOfPieces } from '../job-in-json.ts';
import { parseJobListQuery, toFilter } from '../parse-job-list-query.ts';
import type { ServiceContext } from '../service-context.ts';

/** `GET /v2/pre-recorded`: one page of the key's jobs, newest first. */
export async function listJobs(context: ServiceContext): Promise<Response> {
  const address = new URL(context.req.url);
  const query = parseJobListQuery(address.searchParams);
  const keyId = context.get('key').id;
  const { offset, limit } = query;
  const { jobs, more } = await queryJobsInText({
    ...toFilter(query),
    keyId: keyId === APP_KEY_ID ? undefined : keyId,
  });
  const page: JobPage = {
    first: at(address, 0, limit),
    current: at(address, offset, limit),
    next: more ? at(address, offset + limit, limit) : null,
    items: [],
  };
  const items = jobs.flatMap((job, index) => [index === 0 ? '' : ',', ...jobInJson(job, query.utterances)]);
  return jsonOfPieces([JSON.stringify(page).slice(0, -2), ...items, ']}']);
}

/** The same list at another offset, with the filters kept. */
export function at(address: URL, offset: number, limit: number): string {
  const page = new URL(address);
  page.searchParams.set('offset', String(offset));
  page.searchParams.set('limit', String(limit));
  return page.href;
}
