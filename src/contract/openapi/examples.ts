import { addonApis } from '../../addons/addon-apis.ts';
import type { z } from '../../lib/zod.ts';
import type { AddonsRequestInput } from '../addons/addons-request.ts';
import type { ErrorBody } from '../errors/error-body.ts';
import type { CallbackBody, WebhookBody } from '../jobs/notification.ts';
import type { CreatedJob, JobPage, PreRecordedJob } from '../jobs/pre-recorded-job.ts';
import { type PreRecordedRequestInput, preRecordedRequest } from '../jobs/pre-recorded-request.ts';
import type { UploadedFile, uploadByUrl } from '../jobs/uploaded-file.ts';
import type { CreatedLiveSession, LiveJob, LivePage } from '../live/live-job.ts';
import type { LiveCallbackBody, LiveWebhookBody } from '../live/live-notification.ts';
import { type LiveRequest, liveRequest as liveContract } from '../live/live-request.ts';
import type { LibrarySearch } from '../transcripts/library-search.ts';
import type { TranscriptJson } from '../transcripts/transcript-json.ts';

const ORIGIN = 'http://localhost:13277';
const AUDIO = '4d3c2b1a-0f9e-4d8c-b7a6-958473625140';
const JOB = '45463597-20b7-4af7-b3b3-f5fb778203ab';
const AT = '2026-03-01T09:30:00.000Z';

const file = {
  id: AUDIO,
  filename: 'interview.mp3',
  source: null,
  audio_duration: 2.4,
  number_of_channels: 1,
};

export const uploaded: UploadedFile = {
  audio_url: `${ORIGIN}/v2/upload/${AUDIO}`,
  audio_metadata: {
    id: AUDIO,
    filename: 'interview.mp3',
    extension: 'mp3',
    size: 38_400,
    audio_duration: 2.4,
    number_of_channels: 1,
  },
};

export const uploadAddress: z.input<typeof uploadByUrl> = { audio_url: 'https://media.example.org/talk.mp3' };

export const plainRequest: PreRecordedRequestInput = { audio_url: uploaded.audio_url };

export const fullRequest: PreRecordedRequestInput = {
  audio_url: uploaded.audio_url,
  model: 'stt-1',
  language_config: { languages: ['en', 'fr'], code_switching: true },
  custom_metadata: { order: 7 },
  diarization: true,
  diarization_config: { min_speakers: 1, max_speakers: 3 },
  ...Object.fromEntries(
    [...addonApis].flatMap(([key, { example }]) =>
      example
        ? [
            [key, true],
            [`${key}_config`, example],
          ]
        : [],
    ),
  ),
};

export const addonsRequest: AddonsRequestInput = {
  summarization: true,
  summarization_config: { type: 'bullet_points' },
};

export const created: CreatedJob = { id: JOB, result_url: `${ORIGIN}/v2/pre-recorded/${JOB}` };

const queuedJob: PreRecordedJob = {
  id: JOB,
  request_id: 'G-45463597',
  version: 2,
  status: 'queued',
  created_at: AT,
  completed_at: null,
  custom_metadata: null,
  error_code: null,
  post_session_metadata: { model: 'stt-1', waiting: null, progress: 0, seconds_left: null },
  kind: 'pre-recorded',
  file,
  request_params: preRecordedRequest.parse(plainRequest),
  result: null,
};

const doneJob: PreRecordedJob = {
  ...queuedJob,
  status: 'done',
  completed_at: '2026-03-01T09:30:02.000Z',
  post_session_metadata: {
    model: 'stt-1',
    waiting: null,
    progress: 1,
    seconds_left: null,
    model_id: 'whisper-base',
  },
  result: {
    metadata: {
      audio_duration: 2.4,
      number_of_distinct_channels: 1,
      billing_time: 2.4,
      transcription_time: 1.1,
    },
    transcription: {
      full_transcript: 'Good morning.',
      languages: ['en'],
      utterances: [
        {
          start: 0.2,
          end: 1.1,
          confidence: 0.96,
          channel: 0,
          text: 'Good morning.',
          language: 'en',
          words: [
            { word: 'Good', start: 0.2, end: 0.5, confidence: 0.97 },
            { word: ' morning.', start: 0.5, end: 1.1, confidence: 0.95 },
          ],
        },
      ],
    },
  },
};

const failedJob: PreRecordedJob = {
  ...queuedJob,
  status: 'error',
  completed_at: '2026-03-01T09:30:02.000Z',
  error_code: 422,
  post_session_metadata: {
    model: 'stt-1',
    waiting: null,
    progress: 0,
    seconds_left: null,
    error: {
      code: 'unprocessable_audio',
      message: 'The file is damaged: no audio could be decoded.',
      remedy: 'Check that the recording plays, then upload another copy.',
    },
  },
};

export const jobs = { queued: queuedJob, done: doneJob, failed: failedJob };

/** Bodies of callbacks, by outcome. */
export const callbacks: Record<string, CallbackBody> = {
  success: {
    id: JOB,
    event: 'transcription.success',
    payload: doneJob.result,
    custom_metadata: null,
  },
  error: {
    id: JOB,
    event: 'transcription.error',
    error: {
      code: 422,
      message:
        'The file is damaged: no audio could be decoded. Check that the recording plays, then upload another copy.',
    },
    custom_metadata: null,
  },
};

export const webhooks: Record<string, WebhookBody> = {
  created: { id: JOB, event: 'transcription.created', payload: { id: JOB } },
};

export const liveRequest: LiveRequest = {
  sample_rate: 48000,
  channels: 2,
  language_config: { languages: ['en'] },
  messages_config: { receive_partial_transcripts: true },
  post_processing: { summarization: true },
};

export const createdLive: CreatedLiveSession = {
  id: JOB,
  created_at: AT,
  url: 'ws://localhost:13277/v2/live?token=7c9e6679-7425-40de-944b-e07fc1f90ae7',
};

const params = liveContract.parse({});

export const liveSession: LiveJob = {
  id: JOB,
  request_id: 'G-45463597',
  version: 2,
  status: 'processing',
  created_at: AT,
  completed_at: null,
  custom_metadata: null,
  error_code: null,
  post_session_metadata: { live: true },
  kind: 'live',
  file: null,
  request_params: params,
  result: null,
};

export const livePage: LivePage = {
  first: `${ORIGIN}/v2/live?offset=0&limit=20`,
  current: `${ORIGIN}/v2/live?offset=0&limit=20`,
  next: null,
  items: [liveSession],
};

export const liveCallbacks: Record<string, LiveCallbackBody> = {
  speech: {
    id: JOB,
    event: 'live.speech_start',
    payload: { session_id: JOB, created_at: AT, type: 'speech_start', data: { time: 1.2, channel: 0 } },
  },
};

export const liveWebhooks: Record<string, LiveWebhookBody> = {
  ended: { id: JOB, event: 'live.end_session', payload: { id: JOB } },
};

export const page: JobPage = {
  first: `${ORIGIN}/v2/pre-recorded?offset=0&limit=20`,
  current: `${ORIGIN}/v2/pre-recorded?offset=0&limit=20`,
  next: null,
  items: [doneJob],
};

export const transcriptJson: TranscriptJson = {
  id: JOB,
  revision: 3,
  edited_at: AT,
  imported: null,
  audio_duration: 2.4,
  full_transcript: 'Hello there.',
  languages: ['en'],
  speakers: [{ speaker: 0, channel: null, name: 'Ada' }],
  utterances: [
    {
      id: 'p0',
      start: 0.2,
      end: 1.1,
      confidence: 1,
      channel: 0,
      speaker: 0,
      speaker_name: 'Ada',
      words: [
        { word: 'Hello', start: 0.2, end: 0.6, confidence: 1 },
        { word: ' there.', start: 0.6, end: 1.1, confidence: 1 },
      ],
      text: 'Hello there.',
      language: 'en',
    },
  ],
  chapters: [{ start: 0, title: 'Welcome' }],
  notes: [{ kind: 'note', start: 0.2, end: 1.1, text: 'To be checked.' }],
};

export const notFound: ErrorBody = {
  timestamp: AT,
  path: `/v2/pre-recorded/${JOB}`,
  request_id: 'G-1a2b3c4d',
  statusCode: 404,
  message: `The job ${JOB} does not exist or has been deleted.`,
};

export const badRequest: ErrorBody = {
  timestamp: AT,
  path: '/v2/pre-recorded',
  request_id: 'G-1a2b3c4d',
  statusCode: 400,
  message: 'Invalid parameter(s). See validation_errors for more details.',
  validation_errors: ['language_config.languages.0 must be one of en, fr, de, es, it when model is stt-3'],
};

export const search: LibrarySearch = {
  words: [
    { id: JOB, name: 'interview.mp3', start: 61.2, speaker: 'Ada', text: 'The budget is small this year.' },
  ],
  meaning: null,
  answer: null,
};
