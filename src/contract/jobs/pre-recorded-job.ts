import { z } from '../../lib/zod.ts';
import { transcriptionResult } from '../transcripts/transcription-result.ts';
import { requestEcho } from './pre-recorded-request.ts';

export const API_VERSION = 2;

export const JOB_STATUSES = ['queued', 'processing', 'done', 'error'] as const;
export const jobStatus = z.enum(JOB_STATUSES);

/** What a running job does: opens the recording, recognises it, groups its voices, runs add-ons. */
export const JOB_STAGES = ['reading', 'listening', 'speakers', 'addons'] as const;
export const jobStage = z.enum(JOB_STAGES);

/** Specification §2.3; `audio_duration` in seconds. */
export const fileResponse = z.object({
  id: z.string(),
  filename: z.string().nullable(),
  source: z.string().nullable(),
  audio_duration: z.number().min(0).nullable(),
  number_of_channels: z.int().min(1).nullable(),
});

/** Specification §2.2, PreRecordedResponse. */
export const preRecordedJob = z.object({
  id: z.uuid(),
  request_id: z.string(),
  version: z.int(),
  status: jobStatus,
  created_at: z.iso.datetime(),
  completed_at: z.iso.datetime().nullable(),
  custom_metadata: z.record(z.string(), z.unknown()).nullable(),
  error_code: z.int().min(400).max(599).nullable(),
  post_session_metadata: z.record(z.string(), z.unknown()),
  kind: z.literal('pre-recorded').default('pre-recorded'),
  file: fileResponse.nullable(),
  request_params: requestEcho.nullable(),
  result: transcriptionResult.nullable(),
});

/** Response of `POST /v2/pre-recorded` (specification §4.2). */
export const createdJob = z.object({ id: z.uuid(), result_url: z.url() });

/** Response of `GET /v2/pre-recorded`: one page, newest first, with absolute URLs. */
export const jobPage = z.object({
  first: z.url(),
  current: z.url(),
  next: z.url().nullable(),
  items: z.array(preRecordedJob),
});

export type JobStage = z.infer<typeof jobStage>;
export type JobStatus = z.infer<typeof jobStatus>;
export type FileResponse = z.infer<typeof fileResponse>;
export type PreRecordedJob = z.infer<typeof preRecordedJob>;
export type CreatedJob = z.infer<typeof createdJob>;
export type JobPage = z.infer<typeof jobPage>;
