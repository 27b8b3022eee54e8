import {
  fetchAnswered,
  fetchAsked,
  fromHeader,
  inHeader,
  SERVER_FETCH_HEADER,
  SERVER_FETCH_PATH,
} from '../contract/realms/server-fetch-messages.ts';
import { inApp } from '../lib/addresses/app-base.ts';
import { shownAddress } from '../lib/addresses/shown-address.ts';
import { mayHaveBody, withBody } from '../lib/bytes/with-body.ts';
import { AppError } from '../lib/errors/errors.ts';
import { msg } from '../lib/errors/msg.ts';
import { appKey } from '../storage/settings/key-store.ts';

/**
 * `fetch` by the server that the app comes from. It sees where names lead, and needs no CORS.
 *
 * @throws AppError 502 if the address leads to a private network; TypeError, as `fetch` does, if it cannot be reached
 */
export async function serverFetch(url: URL, init: RequestInit): Promise<Response> {
  const { method = 'GET', redirect = 'follow', body = null, signal = null } = init;
  const asked = fetchAsked.parse({
    url: url.href,
    method,
    headers: [...new Headers(init.headers)],
    redirect,
  });
  const response = await fetch(inApp(SERVER_FETCH_PATH), {
    method: 'POST',
    headers: { 'x-service-key': await appKey(), [SERVER_FETCH_HEADER]: inHeader(asked) },
    body,
    signal,
  });
  const head = response.headers.get(SERVER_FETCH_HEADER);
  if (head === null) throw new TypeError(`The server returned ${response.status} in place of an answer.`);
  const answered = fetchAnswered.parse(fromHeader(head));
  if ('private' in answered) {
    const shown = shownAddress(answered.private);
    throw new AppError(
      'remote_audio',
      msg`${shown} leads to an address of a private network, which the operator of this app does not allow.`,
    );
  }
  if ('failure' in answered) {
    const cause = new AppError('remote_audio', msg`${url.host} could not be reached: ${answered.failure}.`);
    throw new TypeError(cause.message, { cause });
  }
  const { status, headers, ...rest } = answered;
  const ok = status >= 200 && status < 300;
  const like = { ...rest, status, ok, type: 'cors', headers: new Headers(headers) } as const;
  return withBody(like, mayHaveBody(status) ? response.body : null);
}

/** The reason that is known of a request that failed; null where only the browser knows it. */
export function knownReason(error: unknown): AppError | null {
  if (error instanceof AppError) return error;
  return error instanceof TypeError && error.cause instanceof AppError ? error.cause : null;
}
