import * as examples from './examples.ts';
import { errors, json, pathId } from './operation-parts.ts';

/** The operations of runs of add-ons on a finished transcript. */
export const ADDON_RUNS = {
  post: {
    operationId: 'PreRecordedController_createAddonRun_v2',
    summary: 'Run add-ons on a finished transcript',
    description:
      'Runs add-ons on the transcript of a job that is done, without recognising its recording again; only `diarization` listens to it. ' +
      'The run is a job of its own that lists leave out: poll its `id`. Its results also become part of the job’s result, and its ' +
      'switches part of `request_params`, unless the body has a `transcription`, such as a corrected one: then the add-ons read that, ' +
      'and the job stays as it is. If an add-on that rewrites the text or `diarization` is asked for, the add-ons of the job run again.',
    tags: ['Jobs'],
    parameters: [pathId],
    requestBody: { required: true, content: json('AddonsRequest', { summary: examples.addonsRequest }) },
    responses: {
      200: {
        description: 'The run is queued.',
        content: json('CreatedJob', { created: examples.created }),
      },
      ...errors('invalid_request', 'not_found', 'too_large', 'unsupported_media'),
    },
  },
  get: {
    operationId: 'PreRecordedController_getAddonRuns_v2',
    summary: 'List the runs of add-ons on a transcript',
    description: 'The runs of the job, newest first. They are deleted with it.',
    tags: ['Jobs'],
    parameters: [pathId],
    responses: {
      200: { description: 'The runs.', content: json('AddonRuns', { none: { items: [] } }) },
      ...errors('not_found'),
    },
  },
};

/** The operation that transcribes the recording of a draft again. */
export const RERUN = {
  post: {
    operationId: 'PreRecordedController_createRerun_v2',
    summary: 'Transcribe the recording of a draft again',
    description:
      'The run waits until a model is installed that serves the job’s `model` and languages. It is a job of its own that lists leave ' +
      'out: poll its `id`. Its result takes the place of the draft, and corrections stay where the words that they replaced are still ' +
      'the same. A 409 if the job is no draft.',
    tags: ['Jobs'],
    parameters: [pathId],
    responses: {
      200: {
        description: 'The run is queued, or was before.',
        content: json('CreatedJob', { created: examples.created }),
      },
      ...errors('not_found', 'conflict'),
    },
  },
};
