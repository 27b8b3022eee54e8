import type { Context } from 'hono';
import type { ClientSettings } from '../contract/client-settings.ts';
import type { KeyRecord } from '../storage/records.ts';

/** What may be told about a request, besides the request. */
export interface Caller {
  /** The path of the page that makes it; null where no page does. */
  page?: (() => Promise<string | null>) | undefined;
  /** The app's own origin. */
  home?: string | undefined;
}

/** `Variables` are what the middleware leaves for the handlers. */
export interface ServiceEnv {
  Bindings: Caller;
  Variables: {
    clients: ClientSettings;
    /** The base address that the caller used: every address in an answer is below it. */
    base: string;
    /** Every base address that means this service. */
    bases: readonly string[];
    key: KeyRecord;
  };
}

export type ServiceContext = Context<ServiceEnv>;

/** The identifier in the path, as it is stored. */
export const pathId = (context: ServiceContext): string => (context.req.param('id') ?? '').toLowerCase();
