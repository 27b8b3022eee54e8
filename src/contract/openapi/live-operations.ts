import { LIVE_PATH } from '../clients/api-addresses.ts';
import { LIVE_CALLBACKS } from './deliveries.ts';
import * as examples from './examples.ts';
import { errors, json, parameter, pathId } from './operation-parts.ts';

const TAGS = ['Live'];

const SOCKET = `Connect a WebSocket to the \`url\` of the response. Send binary frames of interleaved samples, or text frames
\`{"type":"audio_chunk","data":{"chunk":"<base64>"}}\`, then \`{"type":"stop_recording"}\`. Text frames of the shape \`LiveMessage\` come back;
the socket is closed with 1000 at the end. A socket that is lost may be opened again: send all bytes that were not acknowledged. Closing
it with 1000 ends the recording, too. Text that is not settled comes as a transcript that is not final; of its words, the first
\`settled_words\` never change again.`;

/** The operations of live sessions; the others' parameters and audio come from those of jobs. */
export const liveOperations = <Audio extends { operationId: string; summary: string }>(
  queryParameters: unknown[],
  audio: Audio,
) => ({
  [LIVE_PATH]: {
    post: {
      operationId: 'StreamingController_initStreamingSession_v2',
      summary: 'Create a live session',
      description: SOCKET,
      tags: TAGS,
      parameters: [
        parameter(
          'header',
          'x-earshot-when-model-missing',
          'Whether the job that the session becomes waits or fails if its model is not installed. The default comes from the settings.',
          { type: 'string', enum: ['wait', 'fail'] },
        ),
      ],
      requestBody: {
        required: true,
        content: json('LiveRequest', { plain: {}, two_sides: examples.liveRequest }),
      },
      responses: {
        201: {
          description: 'The session waits for its socket.',
          content: json('CreatedLiveSession', { created: examples.createdLive }),
        },
        ...errors('invalid_request', 'too_large', 'unsupported_media'),
      },
      callbacks: LIVE_CALLBACKS,
    },
    get: {
      operationId: 'StreamingController_getStreamingJobs_v2',
      summary: 'List live sessions',
      description: 'Lists the key’s sessions page by page, newest first, with the filters of jobs.',
      tags: TAGS,
      parameters: queryParameters,
      responses: {
        200: { description: 'A page of sessions.', content: json('LivePage', { page: examples.livePage }) },
        ...errors('invalid_request'),
      },
    },
  },
  [`${LIVE_PATH}/{id}`]: {
    get: {
      operationId: 'StreamingController_getStreamingJob_v2',
      summary: 'Get a live session',
      description:
        'While it records it is `processing`. Then it is a job on the stored sound, which `/v2/pre-recorded/{id}` answers for as well. ' +
        '`result.messages` has what its socket was sent, without texts that were not final and acknowledgments of sound.',
      tags: TAGS,
      parameters: [pathId],
      responses: {
        200: {
          description: 'The session.',
          content: json('LiveResponse', { recording: examples.liveSession }),
        },
        ...errors('not_found'),
      },
    },
    delete: {
      operationId: 'StreamingController_deleteStreamingJob_v2',
      summary: 'Delete a live session',
      description: 'Ends it if it records. Its sound and its job are deleted, too.',
      tags: TAGS,
      parameters: [pathId],
      responses: { 202: { description: 'It is gone.' }, ...errors('not_found') },
    },
  },
  [`${LIVE_PATH}/{id}/file`]: { get: { ...audio, tags: TAGS } },
});
