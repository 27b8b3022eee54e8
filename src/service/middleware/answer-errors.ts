import type { ErrorBody } from '../../contract/errors/error-body.ts';
import { AppError, isAbort, storageFault } from '../../lib/errors/errors.ts';
import { msg } from '../../lib/errors/msg.ts';
import { newId, requestId } from '../../lib/ids.ts';
import { jsonResponse } from '../json-response.ts';

/** Converts anything thrown by a handler into an error response (specification §7). Unexpected errors are logged. */
export function errorResponse(
  error: unknown,
  address: string,
  headers: Record<string, string> = {},
): Response {
  const known = toKnownError(error);
  if (known.status >= 500) console.error(error);
  const body: ErrorBody = {
    timestamp: new Date().toISOString(),
    path: new URL(address).pathname,
    request_id: requestId(newId()),
    statusCode: known.status,
    message: known.message,
    texts: [known.whole],
    ...(known.status === 400 && { validation_errors: known.details ?? [known.message] }),
  };
  return jsonResponse(body, {
    status: known.status,
    // Some clients report nothing else.
    statusText: known.code.replaceAll('_', ' '),
    headers: {
      ...(known.retryAfter !== undefined && { 'retry-after': String(known.retryAfter) }),
      ...headers,
    },
  });
}

function toKnownError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (isAbort(error)) return new AppError('cancelled', msg`The client cancelled the request.`);
  const fault = storageFault(error);
  if (fault) return fault;
  switch (error instanceof Error ? error.name : '') {
    case 'InvalidStateError':
    case 'UnknownError':
    case 'SecurityError':
      return new AppError(
        'internal',
        msg`The browser's storage cannot be opened: it may be blocked for this site or damaged.`,
        { remedy: msg`Allow site data or restart the browser.` },
      );
    default:
      // Its own message may reveal internals, so it only goes to the log.
      return new AppError('internal', msg`Internal error. The browser's console has the details.`);
  }
}
