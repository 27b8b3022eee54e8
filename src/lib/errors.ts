import { ERROR_TABLE } from './error-table.ts';

export type ErrorCode = keyof typeof ERROR_TABLE;

export const isErrorCode = (text: string): text is ErrorCode => Object.hasOwn(ERROR_TABLE, text);

/** What a person can do about an error with this code; a code of another version is treated as unforeseen. */
export const remedyOf = (code: string): string => ERROR_TABLE[isErrorCode(code) ? code : 'internal'].remedy;

/** What happened and what a person can do about it, in one text, for where there is no other place for a remedy. */
export function withRemedy(message: string, remedy: string): string {
  if (message.includes(remedy)) return message;
  return `${/[.!?]$/.test(message) ? message : `${message}.`} ${remedy}`;
}

/** The code that a status stands for: the first of those that share it. */
export const codeOfStatus = (status: number): ErrorCode =>
  Object.keys(ERROR_TABLE)
    .filter(isErrorCode)
    .find((code) => ERROR_TABLE[code].status === status) ?? 'internal';

interface AppErrorOptions {
  cause?: unknown;
  /** Faults of single fields, for a 400. */
  details?: string[];
  /** Seconds after which the same request may succeed, for `Retry-After`. */
  retryAfter?: number;
}

/** A failure that a person is told about: its message says what happened and, where there is one, the remedy. */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly status: number;
  readonly details: string[] | undefined;
  readonly retryAfter: number | undefined;

  constructor(
    readonly code: ErrorCode,
    message: string,
    options: AppErrorOptions = {},
  ) {
    super(message, { cause: options.cause });
    this.status = ERROR_TABLE[code].status;
    this.details = options.details;
    this.retryAfter = options.retryAfter;
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

/** Whether what was asked for is not there any more, or never was. */
export const isGone = (error: unknown): boolean => error instanceof AppError && error.code === 'not_found';

/** Anything thrown → plain data; what nobody foresaw becomes `internal`, with its own message kept. */
export function toErrorData(error: unknown): ErrorData {
  if (error instanceof AppError) return { code: error.code, message: error.message, details: error.details };
  if (isAbort(error)) return { code: 'cancelled', message: 'The operation was cancelled.' };
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
