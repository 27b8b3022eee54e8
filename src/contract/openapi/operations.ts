import { FORMER_JOBS_PATH, JOBS_PATH } from '../clients/api-addresses.ts';
import { CALLBACKS } from './deliveries.ts';
import * as examples from './examples.ts';
import { queryParameters, utterancesParameter } from './job-list-parameters.ts';
import { liveOperations } from './live-operations.ts';
import { audioOperation, errors, json, parameter, pathId } from './operation-parts.ts';
import { ADDON_RUNS, RERUN } from './run-operations.ts';
import { searchParameters } from './search-parameters.ts';
import { importFields, namesParameter, TRANSCRIPT } from './transcript-operations.ts';

/** What the former path of jobs has, too: the operations of the specification. */
const FORMER = new Set(['', '/{id}', '/{id}/file', '/{id}/transcript'].map((path) => `${JOBS_PATH}${path}`));

const CURRENT_PATHS = {
  '/v2/upload': {
    post: {
      operationId: 'FileController_upload_v2',
      summary: 'Upload audio',
      description: 'A file in a part named `audio`, or JSON with its URL.',
      tags: ['Audio'],
      requestBody: {
        required: true,
        content: {
          'multipart/form-data': {
            schema: {
              type: 'object',
              required: ['audio'],
              properties: { audio: { type: 'string', contentMediaType: 'application/octet-stream' } },
            },
          },
          ...json('UploadByUrlRequest', { address: examples.uploadAddress }),
        },
      },
      responses: {
        200: {
          description: 'The audio is stored.',
          content: json('UploadedFile', { uploaded: examples.uploaded }),
        },
        ...errors(
          'invalid_request',
          'not_found',
          'too_large',
          'unsupported_media',
          'unprocessable_audio',
          'remote_audio',
        ),
      },
    },
  },
  '/v2/upload/{id}': {
    get: audioOperation('FileController_getFile_v2', 'Get uploaded audio'),
  },
  '/v2/pre-recorded': {
    post: {
      operationId: 'PreRecordedController_createPreRecordedJob_v2',
      summary: 'Create a job',
      description:
        'After a 200, do not submit the same audio again; poll the `id`. A feature’s configuration is validated even if the feature is ' +
        'off. A feature whose configuration has a required field cannot be turned on without it.',
      tags: ['Jobs'],
      parameters: [
        parameter(
          'header',
          'x-earshot-when-model-missing',
          'Whether the job waits or fails if its model is not installed. The default comes from the settings.',
          { type: 'string', enum: ['wait', 'fail'] },
        ),
        parameter(
          'header',
          'x-earshot-other-languages',
          'What happens where another language is spoken than the detected one, without code switching: the result tells it (the default), ' +
            'or the stretch is transcribed in its own language.',
          { type: 'string', enum: ['tell', 'switch'] },
        ),
        parameter(
          'header',
          'x-earshot-run-in',
          'Where the job may run: on this device, on any device of the pool, or on this one unless it is busy. Defaults to what is set for ' +
            'the key (this device, at first). Without a pool, all run here.',
          { type: 'string', enum: ['local', 'pool', 'prefer-local'] },
        ),
      ],
      requestBody: {
        required: true,
        description:
          'As a form, with a transcript of another program: the job is stored with it, or not at all. Its fields are those of the query of ' +
          '`/v2/pre-recorded/{id}/transcript`; `transcript` is a file, whose name is its `name`.',
        content: {
          ...json('PreRecordedRequest', { plain: examples.plainRequest, full: examples.fullRequest }),
          'multipart/form-data': {
            schema: {
              type: 'object',
              required: ['request', 'transcript'],
              properties: {
                request: { $ref: '#/components/schemas/PreRecordedRequest' },
                transcript: { type: 'string', contentMediaType: 'application/octet-stream' },
                format: importFields.format ?? {},
                language: importFields.language ?? {},
              },
            },
          },
        },
      },
      responses: {
        200: {
          description: 'The job is queued.',
          content: json('CreatedJob', { created: examples.created }),
        },
        ...errors('invalid_request', 'not_found', 'too_large', 'unsupported_media'),
      },
      callbacks: CALLBACKS,
    },
    get: {
      operationId: 'PreRecordedController_getPreRecordedJobs_v2',
      summary: 'List jobs',
      description:
        'Lists the key’s jobs page by page, newest first. A parameter that is unknown, repeated (other than `status`) or of another form is a 400.',
      tags: ['Jobs'],
      parameters: queryParameters,
      responses: {
        200: { description: 'A page of jobs.', content: json('JobPage', { page: examples.page }) },
        ...errors('invalid_request'),
      },
    },
  },
  '/v2/pre-recorded/{id}': {
    get: {
      operationId: 'PreRecordedController_getPreRecordedJob_v2',
      summary: 'Get a job',
      description: 'Poll until `status` is `done` or `error`.',
      tags: ['Jobs'],
      parameters: [pathId, namesParameter, utterancesParameter],
      responses: {
        200: { description: 'The job.', content: json('PreRecordedResponse', examples.jobs) },
        ...errors('invalid_request', 'not_found'),
      },
    },
    delete: {
      operationId: 'PreRecordedController_deletePreRecordedJob_v2',
      summary: 'Delete a job',
      description: 'Cancels the job if it is running. Its audio is deleted too, unless another job uses it.',
      tags: ['Jobs'],
      parameters: [pathId],
      responses: { 202: { description: 'It is gone.' }, ...errors('not_found') },
    },
  },
  '/v2/pre-recorded/{id}/file': {
    get: audioOperation('PreRecordedController_getAudio_v2', 'Get the audio of a job'),
  },
  [`${JOBS_PATH}/{id}/addons`]: ADDON_RUNS,
  '/v2/pre-recorded/{id}/transcript': TRANSCRIPT,
  [`${JOBS_PATH}/{id}/queue`]: {
    post: {
      operationId: 'PreRecordedController_changeQueue_v2',
      summary: 'Pause, resume or move up a job',
      description:
        'Stops a job that waits or runs, lets it go on from where it was, or runs it before all other waiting jobs.',
      tags: ['Jobs'],
      parameters: [pathId],
      requestBody: {
        required: true,
        content: json('QueueRequest', { pause: { paused: true }, next: { first: true } }),
      },
      responses: {
        200: { description: 'The job.', content: json('PreRecordedResponse', examples.jobs) },
        ...errors('invalid_request', 'not_found', 'too_large', 'unsupported_media'),
      },
    },
  },
  [`${JOBS_PATH}/{id}/rerun`]: RERUN,
  [`${JOBS_PATH}/{id}/partial`]: {
    get: {
      operationId: 'PreRecordedController_getPartialTranscript_v2',
      summary: 'Get the text of a running job so far',
      description:
        'As recognised, before any add-on; empty once the job has ended. Text that will be redacted is kept back.',
      tags: ['Jobs'],
      parameters: [
        pathId,
        parameter('query', 'from', 'Number of windows to skip: those that were read before.', {
          type: 'integer',
          minimum: 0,
        }),
      ],
      responses: {
        200: {
          description: 'The text so far.',
          content: json('PartialTranscript', {
            none: { available: true, windows: 0, utterances: [], languages: [] },
          }),
        },
        ...errors('invalid_request', 'not_found'),
      },
    },
  },
  ...liveOperations(
    queryParameters,
    audioOperation('StreamingController_getAudio_v2', 'Get the sound of a live session, once it is stopped'),
  ),
  '/v2/search': {
    get: {
      operationId: 'SearchController_search_v2',
      summary: 'Search what was said in all recordings',
      description:
        'By words and, where a model for it is installed, by meaning. A tab of the app answers: a 409 if none is open.',
      tags: ['Jobs'],
      parameters: searchParameters,
      responses: {
        200: { description: 'What was found.', content: json('LibrarySearch', { found: examples.search }) },
        ...errors('invalid_request'),
      },
    },
  },
  '/v2/openapi.json': {
    get: {
      operationId: 'ApiDescriptionController_get_v2',
      summary: 'Get this description',
      tags: ['Description'],
      security: [],
      responses: {
        200: {
          description: 'The OpenAPI description of this API.',
          content: { 'application/json': { schema: { type: 'object' } } },
        },
      },
    },
  },
};

/** The former path of jobs: the same operations under other ids, marked as deprecated. */
const FORMER_PATHS = Object.fromEntries(
  Object.entries(CURRENT_PATHS)
    .filter(([path]) => FORMER.has(path))
    .map(([path, methods]) => [
      path.replace(JOBS_PATH, FORMER_JOBS_PATH),
      Object.fromEntries(
        Object.entries(methods).map(([method, operation]) => [
          method,
          {
            ...operation,
            operationId: operation.operationId.replace('PreRecorded', 'Transcription'),
            summary: `${operation.summary} (former path)`,
            description: `Use \`${path}\` instead, which answers the same.`,
            deprecated: true,
          },
        ]),
      ),
    ]),
);

/** Every path of the API with its operations. */
export const PATHS = { ...CURRENT_PATHS, ...FORMER_PATHS };
