import type { MiddlewareHandler } from 'hono';
import { AppError } from '../../lib/errors/errors.ts';
import { msg } from '../../lib/errors/msg.ts';
import type { KeyRecord } from '../../storage/database/records.ts';
import { findAppKey, noteUse } from '../../storage/settings/key-store.ts';
import type { ServiceEnv } from '../service-context.ts';
import { KEY_HEADER, keyOf } from './key-of.ts';

/** Admits requests with a valid key (specification §5) in a known header; throws 401 otherwise. */
export const authenticate: MiddlewareHandler<ServiceEnv> = async (context, next) => {
  const headers = [KEY_HEADER, ...context.get('clients').key_headers];
  const header = (name: string) => context.req.header(name);
  const name = headers.find((one) => header(one)?.trim());
  const key =
    name === undefined
      ? await keyOfMediaElement(context.req.raw, headers)
      : ((await (name === KEY_HEADER ? context.get('usualKey') : keyOf(header(name)))) ?? refuse(name));
  context.set('key', key);
  // A full disk must not prevent reading.
  await noteUse(key).catch((error: unknown) => console.warn(error));
  await next();
};

function refuse(name: string): never {
  throw new AppError(
    'unauthorized',
    msg`The key in the ${name} header is not valid: it is unknown, or was rotated or revoked. The app shows your keys.`,
  );
}

/** The app's key for media elements, which cannot send it: only the app's own pages, which can read it, get here. */
async function keyOfMediaElement(
  { method, destination }: Request,
  headers: readonly string[],
): Promise<KeyRecord> {
  const isMedia = method === 'GET' && (destination === 'audio' || destination === 'video');
  const key = isMedia ? await findAppKey() : null;
  if (key) return key;
  throw new AppError(
    'unauthorized',
    msg`The ${headers.join(' or ')} header is missing. The app shows your key.`,
  );
}
