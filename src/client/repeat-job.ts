import { AUTOMATIC, MODEL_NAMES } from '../contract/model-name.ts';
import type { PreRecordedJob } from '../contract/pre-recorded-job.ts';
import { z } from '../lib/zod.ts';
import type { JobRequest } from './api-client.ts';

const names = z.enum(MODEL_NAMES);

/** The request that transcribes a job's recording again with the same options; null if it has none any more. */
export function repeatRequest({
  request_params: params,
  post_session_metadata,
}: PreRecordedJob): JobRequest | null {
  if (!params?.audio_url) return null;
  // The name that was sent may be one that only the sending page knows.
  const meant = z.object({ model: names }).safeParse(post_session_metadata);
  const model = params.model === AUTOMATIC ? AUTOMATIC : (meant.data?.model ?? names.parse(params.model));
  return { ...params, model, audio_url: params.audio_url };
}
