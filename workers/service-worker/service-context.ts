import type { Context } from 'hono';
import type { KeyRecord } from '../../src/storage/records.ts';

/** What the middleware leaves for the handlers. */
export interface ServiceEnv {
  Variables: { key: KeyRecord };
}

export type ServiceContext = Context<ServiceEnv>;

/** Origin that the caller used: every address in an answer is on it. */
export const originOf = (context: ServiceContext): string => new URL(context.req.url).origin;

/** The identifier in the path, as it is stored. */
export const pathId = (context: ServiceContext): string => (context.req.param('id') ?? '').toLowerCase();
