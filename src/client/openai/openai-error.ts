import { validationErrors } from '../../contract/errors/validation-errors.ts';
import { type OpenAiError, openAiErrorBody } from '../../contract/openai/openai-answers.ts';
import { type ErrorCode, toAppError } from '../../lib/errors/errors.ts';
import type { z } from '../../lib/zod.ts';

/** OpenAI's own codes, by which its clients distinguish errors. */
const CODES: Partial<Record<ErrorCode, string>> = {
  unauthorized: 'invalid_api_key',
  too_many_requests: 'rate_limit_exceeded',
  model_missing: 'model_not_found',
};

/** Statuses by which its clients choose the class of an error, where they differ from this service's. */
const STATUSES: Partial<Record<ErrorCode, number>> = {
  unsupported_media: 400,
  unprocessable_audio: 400,
  model_missing: 404,
};

/** Where the service names a header of its own. */
const MESSAGES: Partial<Record<ErrorCode, string>> = {
  unauthorized: 'Incorrect API key provided. Send a key of the app as `Authorization: Bearer ek_…`.',
};

interface Failure {
  status: number;
  body: ReturnType<typeof openAiErrorBody>;
  retryAfter: number | undefined;
}

/** Anything thrown, as OpenAI's clients understand it. */
export function toOpenAiFailure(error: unknown): Failure {
  const known = toAppError(error);
  const status = STATUSES[known.code] ?? known.status;
  const [fault] = known.details ?? [];
  const param = fault === undefined ? null : paramOf(fault);
  const code = CODES[known.code] ?? known.code;
  const [field = ''] = fault?.split(' ') ?? [];
  const isByField = param !== null && known.message.startsWith(`${field} `);
  const message = isByField ? param + known.message.slice(field.length) : known.message;
  const body = openAiErrorBody(status, MESSAGES[known.code] ?? message, { param, code });
  return { status, body, retryAfter: known.retryAfter };
}

/** The first fault of a request's fields; for a missing one in the words of OpenAI's service. */
export function faultOfFields(error: z.ZodError): OpenAiError {
  const [issue] = error.issues;
  if (issue?.code === 'unrecognized_keys') {
    const [param = null] = issue.keys;
    return openAiErrorBody(400, `Unrecognized request argument supplied: ${param}`, { param });
  }
  const [fault = 'body must be valid'] = validationErrors(error);
  return openAiErrorBody(400, `${fault}.`, { param: paramOf(fault), code: 'invalid_request' });
}

/** The field that a fault starts with. A job's own fields have the names of this wire, but for the language. */
function paramOf(fault: string): string | null {
  const [path = ''] = fault.split(' ');
  if (path.startsWith('language_config')) return 'language';
  if (path === 'audio' || path === 'audio_url') return 'file';
  if (path.startsWith('known_speakers')) return 'known_speaker_references';
  return /^[a-z_.\d]+$/.test(path) ? (path.split('.')[0] ?? null) : null;
}

/** The response for a failure. Clients must not repeat what would fail again, such as a job that they would start anew. */
export function openAiErrorResponse(error: unknown): Response {
  const { status, body, retryAfter } = toOpenAiFailure(error);
  return Response.json(body, {
    status,
    headers: {
      'x-should-retry': String(status === 429),
      ...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }),
    },
  });
}
