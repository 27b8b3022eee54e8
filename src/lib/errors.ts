import { ERROR_TABLE } from './error-table.ts';
import { plainName } from './plain-name.ts';

export type ErrorCode = keyof typeof ERROR_TABLE;

export const isErrorCode = (text: string): text is ErrorCode => Object.hasOwn(ERROR_TABLE, text);

/** What to do about an error with this code; unknown codes of other versions count as `internal`. */
export const remedyOf = (code: string): string => ERROR_TABLE[isErrorCode(code) ? code : 'internal'].remedy;

/** How sentences begin that tell people what to do. */
const ADVICE = new Set(
  'Add,Allow,Check,Choose,Close,Convert,Correct,Create,Cut,Delete,Download,Enter,Free,Import,Install,Open,Reload,Request,Send,Try,Update,Upload,Use,Wait'.split(
    ',',
  ),
);

/**
 * What happened, and what to do about it: what the message itself advises at its end, otherwise the usual remedy for
 * the code. So no text says it twice.
 */
export function failureParts(code: string, text: string): { message: string; remedy: string } {
  const sentences = text.split(/(?<=[.!?])\s+(?=\p{Lu})/u);
  let end = sentences.length;
  while (end > 1 && ADVICE.has(sentences[end - 1]?.split(/[\s,]/u, 1)[0] ?? '')) end -= 1;
  const remedy = sentences.slice(end).join(' ') || remedyOf(code);
  return { message: sentences.slice(0, end).join(' '), remedy };
}

/** Both in one text, for places without a separate remedy. */
export const inOneText = ({ message, remedy }: { message: string; remedy: string }): string =>
  `${/[.!?]$/.test(message) ? message : `${message}.`} ${remedy}`;

/** The code for a status: the first of those that share it. */
export const codeOfStatus = (status: number): ErrorCode =>
  Object.keys(ERROR_TABLE)
    .filter(isErrorCode)
    .find((code) => ERROR_TABLE[code].status === status) ?? 'internal';

interface AppErrorOptions {
  cause?: unknown;
  /** Errors of individual fields, for a 400. */
  details?: string[];
  /** Seconds after which the same request may succeed, for `Retry-After`. */
  retryAfter?: number;
}

/** A failure shown to people: its message says what happened and, if there is one, the remedy. */
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
    // Names of files, models and keys are parts of messages.
    super(plainName(message), { cause: options.cause });
    this.status = ERROR_TABLE[code].status;
    this.details = options.details;
    this.retryAfter = options.retryAfter;
  }
}

/** An error as plain data for crossing realms: structured clone drops a subclass's fields. */
export interface ErrorData {
  code: ErrorCode;
  message: string;
  details?: string[] | undefined;
}

export function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError';
}

/** Whether the requested thing no longer exists, or never did. */
export const isGone = (error: unknown): boolean => error instanceof AppError && error.code === 'not_found';

/** Converts anything thrown into plain data; unexpected errors become `internal` and keep their message. */
export function toErrorData(error: unknown): ErrorData {
  if (error instanceof AppError) return { code: error.code, message: error.message, details: error.details };
  if (isAbort(error)) return { code: 'cancelled', message: 'The operation was cancelled.' };
  return { code: 'internal', message: error instanceof Error ? error.message : String(error) };
}

export function fromErrorData(data: ErrorData): AppError {
  return new AppError(data.code, data.message, { details: data.details });
}

/** Converts anything thrown into an AppError. */
export function toAppError(error: unknown): AppError {
  return error instanceof AppError
    ? error
    : new AppError(toErrorData(error).code, toErrorData(error).message, { cause: error });
}
