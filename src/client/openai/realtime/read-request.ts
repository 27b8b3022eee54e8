import { validationErrors } from '../../../contract/errors/validation-errors.ts';
import {
  REALTIME_REQUESTS,
  type RealtimeRequest,
  realtimeRequest,
} from '../../../contract/openai/realtime-request.ts';

/** Content of an `error` event. */
export interface RealtimeFault {
  type?: string;
  code: string;
  message: string;
  param?: string | null;
  /** `event_id` of the client's event; null if it has none. */
  event_id?: string | null;
}

/** Characters of an event: more sound in base64 than OpenAI's service accepts at once. */
const MOST_LETTERS = 20 * 2 ** 20;

/** Parses an event of a client; returns the fault instead if it is invalid. */
export function readRequest(
  data: string | Uint8Array,
): { request: RealtimeRequest } | { fault: RealtimeFault } {
  if (typeof data !== 'string')
    return faultOf('invalid_event', 'Events are JSON in text frames: sound goes into an append.');
  if (data.length > MOST_LETTERS)
    return faultOf('string_above_max_length', 'The event is too long: an append may have 15 MiB of sound.');
  const given = parsed(data);
  if (given === null)
    return faultOf('invalid_json', 'The event is no JSON object. Send one whole event in each text frame.');
  const event_id = typeof given.event_id === 'string' ? given.event_id : null;
  const { type } = given;
  if (!REALTIME_REQUESTS.some((known) => known === type)) {
    const message =
      type === undefined
        ? "Missing required parameter: 'type'."
        : `Invalid value: ${JSON.stringify(type).slice(0, 80)}. A session that transcribes takes: ${REALTIME_REQUESTS.join(', ')}.`;
    return faultOf(type === undefined ? 'missing_required_parameter' : 'invalid_value', message, {
      param: 'type',
      event_id,
    });
  }
  const read = realtimeRequest.safeParse(given, { reportInput: true });
  if (read.success) return { request: read.data };
  const [issue] = read.error.issues;
  if (issue?.code === 'unrecognized_keys') {
    const param = [...issue.path, ...issue.keys.slice(0, 1)].join('.');
    return faultOf('unknown_parameter', `Unknown parameter: '${param}'.`, { param, event_id });
  }
  const [first = 'event must be valid'] = validationErrors(read.error);
  const [param = null] = first.split(' ');
  return faultOf('invalid_value', `${first}.`, { param, event_id });
}

const faultOf = (code: string, message: string, at: Partial<RealtimeFault> = {}) => ({
  fault: { code, message, ...at },
});

function parsed(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null;
  } catch {
    return null;
  }
}
