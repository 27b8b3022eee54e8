import { createHash } from 'node:crypto';
import type { GatewaySettings } from '../../client/app/gateway-page.ts';
import { toBaseAddress } from '../../contract/clients/base-address.ts';
import { isSecret, readGatewayFile, SECRET_FORM } from '../../contract/clients/gateway-file.ts';
import { toAppError } from '../../lib/errors/errors.ts';
import { readGivenSettings } from '../command/given-files.ts';
import { UsageError } from '../command/usage-error.ts';

/** A key besides those of the file, for containers. */
const KEY_VARIABLE = 'EARSHOT_KEY';

export interface ReadSettings {
  /** For the page. */
  forPage: GatewaySettings;
  /** Base URLs that the service answers, in full. */
  bases: string[];
  /** Headers that carry a key, in lower case; the usual one first. */
  keyHeaders: string[];
  mayBePrivate: boolean;
}

/** Throws an Error that names the file and each wrong field. `names` are further hosts, with a port where that is one. */
export function readGatewaySettings(
  path: string | undefined,
  here: string,
  hosts: readonly string[],
): ReadSettings {
  const written: unknown = path === undefined ? {} : JSON.parse(readGivenSettings('--settings', path));
  const file = checked(path, () => readGatewayFile(written, here));
  const { keys, webhooks, callbackSecret, ...clients } = file;
  const extra = process.env[KEY_VARIABLE];
  if (extra !== undefined && !isSecret(extra)) throw new UsageError(`${KEY_VARIABLE} ${SECRET_FORM}.`);
  const named = clients.baseAddresses.flatMap((text) => toBaseAddress(text, here) ?? []);
  const own = hosts
    .map((host) => `http://${host}`)
    .filter((base) => !named.some((one) => isSameHost(one, base)));
  const operator = {
    ...clients,
    baseAddresses: [...clients.baseAddresses, ...own],
    privateAddresses: clients.privateAddresses ?? false,
    serverFetches: true,
  };
  return {
    forPage: {
      operator,
      keys: [
        ...keys.map(({ name, secret, sha256 }) => ({
          name,
          hash: (sha256 ?? hashOf(secret ?? '')).toLowerCase(),
        })),
        ...(extra === undefined ? [] : [{ name: KEY_VARIABLE, hash: hashOf(extra) }]),
      ],
      webhooks: webhooks.map((webhook) => ({ ...webhook, id: idOf(webhook.name), enabled: true })),
      callbackSecret,
    },
    bases: [...named, ...own],
    keyHeaders: ['x-service-key', ...clients.keyHeaders.map((name) => name.trim().toLowerCase())],
    mayBePrivate: operator.privateAddresses,
  };
}

function checked<Result>(path: string | undefined, read: () => Result): Result {
  try {
    return read();
  } catch (cause) {
    const { message, details } = toAppError(cause);
    throw new Error(`--settings: ${path}: ${details?.join('; ') ?? message}.`, { cause });
  }
}

const isSameHost = (one: string, other: string): boolean => new URL(one).host === new URL(other).host;

const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex');

/** The same for a webhook of the same name, whose deliveries go on: a UUID of version 8. */
function idOf(name: string): string {
  const hex = hashOf(`webhook ${name}`);
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
}
