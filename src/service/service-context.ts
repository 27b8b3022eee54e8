import type { Context } from 'hono';
import type { ClientSettings } from '../contract/client-settings.ts';
import type { KeyRecord } from '../storage/records.ts';

/** What is known about a request besides the request itself. */
export interface Caller {
  /** Path of the requesting page; `ANY_PAGE` for a worker, null if the request comes from neither. */
  page?: (() => Promise<string | null>) | undefined;
  /** The app's own origin. */
  home?: string | undefined;
}

/** `Variables` are set by the middleware for the handlers. */
export interface ServiceEnv {
  Bindings: Caller;
  Variables: {
    clients: ClientSettings;
    /** The base URL the caller used, which prefixes every URL in the response. */
    base: string;
    /** Every base URL that refers to this service. */
    bases: readonly string[];
    key: KeyRecord;
  };
}

export type ServiceContext = Context<ServiceEnv>;

/** The id in the path, as stored. */
export const pathId = (context: ServiceContext): string => (context.req.param('id') ?? '').toLowerCase();
