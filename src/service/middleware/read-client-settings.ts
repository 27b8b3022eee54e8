import type { MiddlewareHandler } from 'hono';
import { clientSettingsFor } from '../../storage/settings-store.ts';
import type { ServiceEnv } from '../service-context.ts';

const NO_PAGE = async () => null;

/** Determines what applies to the calling code: its base URL, the headers that carry its key and its model names. */
export const readClientSettings =
  (prefix: string): MiddlewareHandler<ServiceEnv> =>
  async (context, next) => {
    const { page = NO_PAGE, home } = context.env ?? {};
    const clients = await clientSettingsFor(page);
    const base = new URL(context.req.url).origin + prefix;
    context.set('clients', clients);
    context.set('base', base);
    context.set('bases', [base, ...clients.base_addresses, ...(home === undefined ? [] : [home])]);
    await next();
  };
