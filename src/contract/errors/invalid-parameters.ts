import { AppError } from '../../lib/errors/errors.ts';
import { msg } from '../../lib/errors/msg.ts';

/** A 400 with one string per error in `validation_errors`. */
export function invalidParameters(faults: string[], cause?: unknown): AppError {
  return new AppError('invalid_request', msg`Invalid parameter(s). See validation_errors for more details.`, {
    details: faults,
    cause,
  });
}
