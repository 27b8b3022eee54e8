import type { MiddlewareHandler } from 'hono';
import { AppError } from '../../lib/errors.ts';
import { admitRequest } from '../../storage/request-log.ts';
import { getSettings } from '../../storage/settings-store.ts';
import type { ServiceEnv } from '../service-context.ts';

/** Refuses a key's requests with 429 when they exceed the requests per minute in the settings (specification §8). */
export const limitRequests: MiddlewareHandler<ServiceEnv> = async (context, next) => {
  const { requests_per_minute: most } = (await getSettings()).limits;
  const retryAfter = most === null ? null : await admitRequest(context.get('key').id, most);
  if (retryAfter !== null) {
    throw new AppError(
      'too_many_requests',
      `This key has reached the limit of ${most} requests per minute set in the settings. Wait ${retryAfter} seconds.`,
      { retryAfter },
    );
  }
  await next();
};
