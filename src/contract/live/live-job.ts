import { z } from '../../lib/zod.ts';
import { jobPage, preRecordedJob } from '../jobs/pre-recorded-job.ts';
import { transcriptionResult } from '../transcripts/transcription-result.ts';
import { liveEcho } from './live-request.ts';

/** Response of `POST /v2/live`: `url` is that of the socket, with the token that opens it. */
export const createdLiveSession = z.object({
  id: z.uuid(),
  created_at: z.iso.datetime(),
  url: z.url({ protocol: /^wss?$/ }),
});

/** Response of `GET /v2/live/{id}`: a job whose recording was made live. `messages` are the session's, as JSON. */
export const liveJob = preRecordedJob.extend({
  kind: z.literal('live'),
  request_params: liveEcho.nullable(),
  result: transcriptionResult.extend({ messages: z.array(z.string()) }).nullable(),
});

/** Response of `GET /v2/live`: one page, newest first. */
export const livePage = jobPage.extend({ items: z.array(liveJob) });

export type CreatedLiveSession = z.infer<typeof createdLiveSession>;
export type LiveJob = z.infer<typeof liveJob>;
export type LivePage = z.infer<typeof livePage>;
