/**
 * Every way that Earshot can refuse or fail, with the HTTP status that it has on the wire. The same status becomes a
 * job's `error_code` where the failure happens after the job was accepted.
 */
export const ERROR_STATUS = {
  invalid_request: 400,
  unauthorized: 401,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  too_large: 413,
  unsupported_media: 415,
  range_not_satisfiable: 416,
  unprocessable_audio: 422,
  too_many_requests: 429,
  cancelled: 499,
  internal: 500,
  not_implemented: 501,
  remote_audio: 502,
  remote_model: 502,
  model_missing: 503,
  storage_full: 507,
} as const;

export type ErrorCode = keyof typeof ERROR_STATUS;

interface AppErrorOptions {
  cause?: unknown;
  /** Faults of single fields, for a 400. */
  details?: string[];
}

/** A failure that a person is told about: its message says what happened and, where there is one, the remedy. */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly status: number;
  readonly details: string[] | undefined;

  constructor(
    readonly code: ErrorCode,
    message: string,
    options: AppErrorOptions = {},
  ) {
    super(message, { cause: options.cause });
    this.status = ERROR_STATUS[code];
    this.details = options.details;
  }
}

/** An error as plain data, to cross between realms: structured clone drops a subclass's fields. */
export interface ErrorData {
  code: ErrorCode;
  message: string;
  details?: string[] | undefined;
}

export function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError';
}

/** Anything thrown → plain data; what nobody foresaw becomes `internal`, with its own message kept. */
export function toErrorData(error: unknown): ErrorData {
  if (error instanceof AppError) return { code: error.code, message: error.message, details: error.details };
  if (isAbort(error)) return { code: 'cancelled', message: 'The work was cancelled.' };
  return { code: 'internal', message: error instanceof Error ? error.message : String(error) };
}

export function fromErrorData(data: ErrorData): AppError {
  return new AppError(data.code, data.message, { details: data.details });
}

/** Anything thrown → an AppError that can be thrown on. */
export function toAppError(error: unknown): AppError {
  return error instanceof AppError
    ? error
    : new AppError(toErrorData(error).code, toErrorData(error).message, { cause: error });
}
