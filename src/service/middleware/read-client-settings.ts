import type { MiddlewareHandler } from 'hono';
import { clientSettingsFor, getSettings } from '../../storage/settings/settings-store.ts';
import type { ServiceEnv } from '../service-context.ts';
import { KEY_HEADER, keyOf } from './key-of.ts';

const NO_PAGE = async () => null;

/** Determines what applies to the calling code: its base URL, the headers that carry its key and its model names. */
export const readClientSettings =
  (prefix: string): MiddlewareHandler<ServiceEnv> =>
  async (context, next) => {
    const { page = NO_PAGE, home, readDeployed } = context.env ?? {};
    const usualKey = keyOf(context.req.header(KEY_HEADER));
    // Reported where it is awaited.
    usualKey.catch(() => undefined);
    context.set('usualKey', usualKey);
    const stored = getSettings();
    const clients = await clientSettingsFor(page, stored, readDeployed);
    const base = new URL(context.req.url).origin + prefix;
    context.set('clients', clients);
    context.set('limits', (await stored).limits);
    context.set('base', base);
    context.set('bases', [base, ...clients.base_addresses, ...(home === undefined ? [] : [home])]);
    await next();
  };
