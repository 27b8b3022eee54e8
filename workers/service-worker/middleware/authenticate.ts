import type { MiddlewareHandler } from 'hono';
import { AppError } from '../../../src/lib/errors.ts';
import { findKey, noteUse } from '../../../src/storage/key-store.ts';
import type { ServiceEnv } from '../service-context.ts';

export const KEY_HEADER = 'x-service-key';

/** Far longer than any key: nobody makes the worker hash megabytes. */
const MAX_KEY_LENGTH = 256;

/** Lets in who sends a valid key (specification §5); 401 for everybody else. */
export const authenticate: MiddlewareHandler<ServiceEnv> = async (context, next) => {
  const secret = context.req.header(KEY_HEADER)?.trim();
  if (!secret) {
    throw new AppError('unauthorized', `The header ${KEY_HEADER} is missing. The app shows your key.`);
  }
  const key = secret.length <= MAX_KEY_LENGTH ? await findKey(secret) : null;
  if (!key) {
    throw new AppError(
      'unauthorized',
      `The key in the header ${KEY_HEADER} is not valid: it is unknown, or was changed or revoked. The app shows your keys.`,
    );
  }
  // A full disk must not keep anybody from reading.
  await noteUse(key).catch((error: unknown) => console.warn(error));
  context.set('key', key);
  await next();
};
