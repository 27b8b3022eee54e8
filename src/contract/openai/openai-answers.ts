import { z } from '../../lib/zod.ts';

const seconds = z.number().min(0);
const usage = z.object({ type: z.literal('duration'), seconds });

const logprob = z.object({ token: z.string(), logprob: z.number(), bytes: z.array(z.int()) });

const segment = z.object({
  id: z.int(),
  seek: z.int(),
  start: seconds,
  end: seconds,
  text: z.string(),
  tokens: z.array(z.int()),
  temperature: z.number(),
  avg_logprob: z.number(),
  compression_ratio: z.number(),
  no_speech_prob: z.number(),
});

const diarizedSegment = z.object({
  type: z.literal('transcript.text.segment'),
  id: z.string(),
  start: seconds,
  end: seconds,
  text: z.string(),
  speaker: z.string(),
});

/** Response of both paths for `response_format` `json`. */
export const openAiText = z.object({
  text: z.string(),
  languages: z.array(z.object({ code: z.string() })).optional(),
  logprobs: z.array(logprob).optional(),
  usage: usage.optional(),
});

/** The same for `verbose_json`; `language` is its English name in lower case. */
export const openAiVerbose = z.object({
  task: z.enum(['transcribe', 'translate']),
  language: z.string(),
  duration: seconds,
  text: z.string(),
  words: z.array(z.object({ word: z.string(), start: seconds, end: seconds })).optional(),
  segments: z.array(segment).optional(),
  usage,
});

/** The same for `diarized_json`. */
export const openAiDiarized = z.object({
  task: z.literal('transcribe'),
  duration: seconds,
  text: z.string(),
  segments: z.array(diarizedSegment),
  usage,
});

/** An event of `stream`. */
export const openAiEvent = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('transcript.text.delta'),
    delta: z.string(),
    segment_id: z.string().optional(),
  }),
  diarizedSegment,
  z.object({
    type: z.literal('transcript.text.done'),
    text: z.string(),
    logprobs: z.array(logprob).optional(),
  }),
]);

/** An item of `GET /v1/models`, and `GET /v1/models/{id}`; `created` in seconds since 1970. */
export const openAiModel = z.object({
  id: z.string(),
  object: z.literal('model'),
  created: z.int(),
  owned_by: z.string(),
});

export const openAiModels = z.object({ object: z.literal('list'), data: z.array(openAiModel) });

/** Every answer that is no success. */
export const openAiError = z.object({
  error: z.object({
    message: z.string(),
    type: z.string(),
    param: z.string().nullable(),
    code: z.string().nullable(),
  }),
});

export type OpenAiText = z.infer<typeof openAiText>;
export type OpenAiVerbose = z.infer<typeof openAiVerbose>;
export type OpenAiDiarized = z.infer<typeof openAiDiarized>;
export type OpenAiEvent = z.infer<typeof openAiEvent>;
export type OpenAiModel = z.infer<typeof openAiModel>;
export type OpenAiModels = z.infer<typeof openAiModels>;
export type OpenAiError = z.infer<typeof openAiError>;

const typeOf = (status: number) => {
  if (status === 429) return 'requests';
  return status >= 500 ? 'server_error' : 'invalid_request_error';
};

/** An error in OpenAI's shape. `param` is the field at fault, `code` OpenAI's or this service's. */
export function openAiErrorBody(
  status: number,
  message: string,
  { param = null, code = null }: { param?: string | null; code?: string | null } = {},
) {
  return { error: { message, type: typeOf(status), param, code } } satisfies OpenAiError;
}
