import { AppError, isAbort } from '../lib/errors.ts';

/** Whether work failed for no reason that lies in its input: a new worker may do better. */
export function isUnforeseen(error: unknown, signal: AbortSignal): boolean {
  if (signal.aborted || isAbort(error)) return false;
  return !(error instanceof AppError) || error.code === 'internal';
}
