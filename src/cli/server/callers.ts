import type { IncomingMessage } from 'node:http';

/** Callers of a gateway besides the programs of this device. */
export interface Admitted {
  /** Names of this device in a `Host`, without a port, in lower case. */
  hosts: readonly string[];
  /** Origins of pages, as browsers and Electron send them. */
  origins: readonly string[];
}

/** Names by which a browser on this device asks: any other was made to lead here by somebody else's DNS. */
const OWN_NAMES = /^(?:localhost|[\w-]+\.localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/i;

/** Whether the `Host` of a request names this device. */
export const isOwnHost = (host: string | undefined): boolean => host !== undefined && OWN_NAMES.test(host);

/** Whether a request comes from this device, by a name of its own. */
export const isFromHere = ({ headers, socket }: IncomingMessage): boolean =>
  isOwnHost(headers.host) && /^(?:::1|(?:::ffff:)?127\..*)$/.test(socket.remoteAddress ?? '');

/** Whether a request has a name of this device, or one that was admitted. */
export const isForHost = ({ headers: { host } }: IncomingMessage, { hosts }: Admitted): boolean =>
  isOwnHost(host) || (host !== undefined && hosts.includes(host.toLowerCase().replace(/:\d+$/, '')));

/** Whether a request comes from a program, a page of this server or an admitted origin: pages of other sites send their origin. */
export function isFromCaller({ headers }: IncomingMessage, { origins }: Admitted): boolean {
  const { origin, 'sec-fetch-site': site = 'none' } = headers;
  if (origin !== undefined && origins.includes(origin)) return true;
  if (site !== 'same-origin' && site !== 'none') return false;
  if (origin === undefined) return true;
  return URL.canParse(origin) && isOwnHost(new URL(origin).host) && new URL(origin).host === headers.host;
}

/** What lets a page of an admitted origin read an answer, and send the request that its preflight is about; nothing for others. */
export function crossOriginHeaders(
  { headers, method }: IncomingMessage,
  { origins }: Admitted,
): Record<string, string> {
  const { origin } = headers;
  if (origin === undefined || !origins.includes(origin)) return {};
  const ofAnswer = {
    'access-control-allow-origin': origin,
    'access-control-expose-headers': '*, retry-after, content-range, content-disposition',
    vary: 'origin',
  };
  if (method !== 'OPTIONS' || headers['access-control-request-method'] === undefined) return ofAnswer;
  return {
    ...ofAnswer,
    'access-control-allow-methods': 'GET, HEAD, POST, DELETE',
    'access-control-allow-headers': String(headers['access-control-request-headers'] ?? '*'),
    'access-control-allow-private-network': 'true',
    'access-control-max-age': '600',
  };
}
