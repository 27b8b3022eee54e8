import type { MiddlewareHandler } from 'hono';
import { AppError } from '../../lib/errors/errors.ts';
import { msg } from '../../lib/errors/msg.ts';
import { admitRequest } from '../../storage/settings/request-log.ts';
import type { ServiceEnv } from '../service-context.ts';

/** A full disk must prevent neither reading nor deleting, which makes room. */
const UNCOUNTED_IF_FULL = ['GET', 'HEAD', 'DELETE'];

async function admit(keyId: string, most: number, method: string): Promise<number | null> {
  try {
    return await admitRequest(keyId, most);
  } catch (error) {
    if (!UNCOUNTED_IF_FULL.includes(method)) throw error;
    console.warn(error);
    return null;
  }
}

/** Refuses a key's requests with 429 when they exceed the requests per minute in the settings (specification §8). */
export const limitRequests: MiddlewareHandler<ServiceEnv> = async (context, next) => {
  const { requests_per_minute: most } = context.get('limits');
  const retryAfter = most === null ? null : await admit(context.get('key').id, most, context.req.method);
  if (most !== null && retryAfter !== null) {
    throw new AppError(
      'too_many_requests',
      msg`This key has reached the limit of ${most} requests per minute set in the settings.`,
      { remedy: msg`Wait ${retryAfter} seconds.`, retryAfter },
    );
  }
  await next();
};
