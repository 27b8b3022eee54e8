import { AUTOMATIC, MODEL_NAMES } from '../../contract/jobs/model-name.ts';
import type { PreRecordedJob } from '../../contract/jobs/pre-recorded-job.ts';
import type { PreRecordedRequest } from '../../contract/jobs/pre-recorded-request.ts';
import { REPEATS_MARK } from '../../contract/jobs/repeats-mark.ts';
import type { Span } from '../../contract/jobs/request-configs.ts';
import { z } from '../../lib/zod.ts';
import type { ApiClient } from '../api/api-client.ts';
import type { JobRequest } from '../api/call-options.ts';
import type { LibraryClient } from '../library/library-client.ts';
import { summariseJob } from './job-summary.ts';

const names = z.enum(MODEL_NAMES);

/** The request that transcribes a job's recording again with the same options; null if it has none any more. */
export function repeatRequest({
  request_params: params,
  post_session_metadata,
}: PreRecordedJob): JobRequest | null {
  if (!params?.audio_url) return null;
  // The name that was sent may have a meaning on the sending page alone.
  const meant = z.object({ model: names }).safeParse(post_session_metadata);
  const model = params.model === AUTOMATIC ? AUTOMATIC : (meant.data?.model ?? names.parse(params.model));
  return { ...params, model, audio_url: params.audio_url };
}

/** Returns the new job's id. The new run belongs to a finished transcript; it replaces a job without one. */
export async function runAgain(
  api: Pick<ApiClient, 'createJob' | 'deleteJob'>,
  library: Pick<LibraryClient, 'change'>,
  job: PreRecordedJob,
  request: JobRequest,
): Promise<string> {
  const summary = summariseJob(job);
  const isReplaced = job.status !== 'done';
  const belongsTo = summary.repeats ?? (isReplaced ? null : job.id);
  const mark = belongsTo !== null && { [REPEATS_MARK]: belongsTo };
  const created = await api.createJob({
    ...request,
    ...(mark && { custom_metadata: { ...job.custom_metadata, ...mark } }),
  });
  const { tags: addTags, ...labels } = summary.library;
  await library.change([created.id], { ...labels, addTags });
  if (isReplaced) await api.deleteJob(job.id);
  return created.id;
}

/** What shapes the words themselves is kept when a part is recognised again; what reads the whole text is not. */
const OF_WORDS = [
  'custom_vocabulary',
  'custom_vocabulary_config',
  'custom_spelling',
  'custom_spelling_config',
  'punctuation_enhanced',
  'name_consistency',
  'pii_redaction',
  'pii_redaction_config',
] as const satisfies (keyof PreRecordedRequest)[];

/** The request that transcribes a part of a job's recording again, with other options; null if it has no recording any more. */
export function spanRequest(
  job: PreRecordedJob,
  span: Span,
  options: Pick<JobRequest, 'model' | 'language_config' | 'quality'>,
): JobRequest | null {
  const same = repeatRequest(job);
  if (!same) return null;
  const kept = Object.fromEntries(
    OF_WORDS.flatMap((name) => (same[name] === undefined ? [] : [[name, same[name]]])),
  );
  return { ...kept, ...options, audio_url: same.audio_url, span };
}
