import { AppError } from '../lib/errors.ts';

/** A 400 with one string per error in `validation_errors`. */
export function invalidParameters(faults: string[], cause?: unknown): AppError {
  return new AppError('invalid_request', 'Invalid parameter(s). See validation_errors for more details.', {
    details: faults,
    cause,
  });
}
