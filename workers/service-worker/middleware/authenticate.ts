import type { MiddlewareHandler } from 'hono';
import { AppError } from '../../../src/lib/errors.ts';
import { findAppKey, findKey, noteUse } from '../../../src/storage/key-store.ts';
import type { KeyRecord } from '../../../src/storage/records.ts';
import type { ServiceEnv } from '../service-context.ts';

export const KEY_HEADER = 'x-service-key';

/** Far longer than any key: nobody makes the worker hash megabytes. */
const MAX_KEY_LENGTH = 256;

/** Lets in who sends a valid key (specification §5); 401 for everybody else. */
export const authenticate: MiddlewareHandler<ServiceEnv> = async (context, next) => {
  const secret = context.req.header(KEY_HEADER)?.trim();
  const key = secret ? await keyOf(secret) : await keyOfMediaElement(context.req.raw);
  context.set('key', key);
  // A full disk must not keep anybody from reading.
  await noteUse(key).catch((error: unknown) => console.warn(error));
  await next();
};

async function keyOf(secret: string): Promise<KeyRecord> {
  const key = secret.length <= MAX_KEY_LENGTH ? await findKey(secret) : null;
  if (key) return key;
  throw new AppError(
    'unauthorized',
    `The key in the header ${KEY_HEADER} is not valid: it is unknown, or was changed or revoked. The app shows your keys.`,
  );
}

/**
 * An `<audio>` or `<video>` cannot send a header. Only those of the app's own pages reach this worker, and these can read
 * the app's key anyway: it is taken as sent.
 */
async function keyOfMediaElement({ method, destination }: Request): Promise<KeyRecord> {
  const isMedia = method === 'GET' && (destination === 'audio' || destination === 'video');
  const key = isMedia ? await findAppKey() : null;
  if (key) return key;
  throw new AppError('unauthorized', `The header ${KEY_HEADER} is missing. The app shows your key.`);
}
