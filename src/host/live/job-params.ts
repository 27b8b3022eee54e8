import {
  type PreRecordedRequest,
  preRecordedRequest,
  type RequestParams,
} from '../../contract/jobs/pre-recorded-request.ts';
import type { LiveParams } from '../../contract/live/live-request.ts';

/** Represents the recording, which has no address. */
const NOWHERE = 'https://live.invalid/';

/** What the job on a session's stored sound is asked for: what was asked of the session, and what comes after it. */
export function jobParams(params: LiveParams): RequestParams {
  const { model, language_config, custom_metadata, realtime_processing, post_processing } = params;
  const { chapterization: _, ...later } = post_processing;
  const asked = Object.entries({ ...realtime_processing, ...given(later) });
  const request: PreRecordedRequest = preRecordedRequest.parse({
    ...Object.fromEntries(asked),
    audio_url: NOWHERE,
    model,
    language_config,
    custom_metadata,
  });
  return { ...request, audio_url: null };
}

/** The fields that ask for something: a switch that is off does not turn off that of the session. */
const given = (fields: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== false && value !== undefined));
