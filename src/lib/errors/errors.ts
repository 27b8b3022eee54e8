import { ERROR_TABLE } from './error-table.ts';
import { inEnglish, joined, type Message, msg, verbatim } from './msg.ts';

export type ErrorCode = keyof typeof ERROR_TABLE;

export const isErrorCode = (text: string): text is ErrorCode => Object.hasOwn(ERROR_TABLE, text);

/** What to do about an error with this code; unknown codes of other versions count as `internal`. */
export const remedyOf = (code: string): Message => ERROR_TABLE[isErrorCode(code) ? code : 'internal'].remedy;

/** A failure as it is stored; its schema is in `stored-failure.ts`. */
export type StoredFailure = {
  code: string;
  /** 400 to 599. */
  status: number;
  /** Text in English, with the remedy if it is not the usual one. */
  message: string;
  /** The message as data, without the remedy; absent from rows of earlier versions. */
  text?: Message | undefined;
  /** Absent if it is the usual one for the code. */
  remedy?: Message | undefined;
};

/** Anything thrown, as it is stored. */
export function toStoredFailure(error: unknown): StoredFailure {
  const { code, status, message, text, remedy } = toAppError(error);
  return { code, status, message, text, ...(remedy && { remedy }) };
}

/** What happened and what to do about it, in English, and both as data. */
export function failureParts({ code, message, text, remedy }: Omit<StoredFailure, 'status'>) {
  const todo = remedy ?? remedyOf(code);
  const usual = inEnglish(todo);
  // A row of an earlier version may end with the remedy.
  const alone = message.endsWith(usual) ? message.slice(0, -usual.length).trimEnd() : message;
  const texts: [Message, Message] = [text ?? verbatim(alone), todo];
  return { message: inEnglish(texts[0]), remedy: inEnglish(texts[1]), texts };
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
  /** What to do about it; absent if it is the usual remedy for the code. */
  remedy?: Message | undefined;
  /** Errors of individual fields, for a 400. */
  details?: string[];
  /** Seconds after which the same request may succeed, for `Retry-After`. */
  retryAfter?: number;
}

/** A failure shown to people. Its message is its text in English, followed by its own remedy if it has one. */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly status: number;
  readonly remedy: Message | undefined;
  readonly details: string[] | undefined;
  readonly retryAfter: number | undefined;

  constructor(
    readonly code: ErrorCode,
    readonly text: Message,
    { cause, remedy, details, retryAfter }: AppErrorOptions = {},
  ) {
    super(inEnglish(remedy ? joined(text, remedy) : text), { cause });
    this.status = ERROR_TABLE[code].status;
    this.remedy = remedy;
    this.details = details;
    this.retryAfter = retryAfter;
  }

  /** The message as data. */
  get whole(): Message {
    return this.remedy ? joined(this.text, this.remedy) : this.text;
  }
}

/** An error as plain data for crossing realms: structured clone drops a subclass's fields. */
export interface ErrorData {
  code: ErrorCode;
  message: string;
  /** The message as data; absent from pages with an older library. */
  text?: Message;
  remedy?: Message | undefined;
  details?: string[] | undefined;
}

export function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError';
}

/** Whether the requested thing no longer exists, or never did. */
export const isGone = (error: unknown): boolean => error instanceof AppError && error.code === 'not_found';

/** Converts anything thrown into plain data; unexpected errors become `internal` and keep their message. */
export function toErrorData(error: unknown): ErrorData {
  const { code, message, text, remedy, details } = toAppError(error);
  return { code, message, text, remedy, details };
}

export function fromErrorData({
  code,
  message,
  text = verbatim(message),
  remedy,
  details,
}: ErrorData): AppError {
  return new AppError(code, text, { remedy, details });
}

/** Converts anything thrown into an AppError. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (isAbort(error)) return new AppError('cancelled', msg`The operation was cancelled.`, { cause: error });
  const fault = storageFault(error);
  if (fault) return fault;
  const message = error instanceof Error ? error.message : String(error);
  return new AppError('internal', verbatim(message), { cause: error });
}

/** What an error of the browser's storage means, where its name says so; null otherwise. */
export function storageFault(error: unknown): AppError | null {
  switch (error instanceof Error ? error.name : '') {
    case 'QuotaExceededError':
      return new AppError('storage_full', msg`Not enough storage.`, {
        remedy: msg`Delete recordings or models, or free up disk space, then try again.`,
        cause: error,
      });
    case 'VersionError':
      return new AppError('conflict', msg`The app was updated in another tab.`, {
        remedy: msg`Reload this page and try again.`,
        cause: error,
      });
    default:
      return null;
  }
}
