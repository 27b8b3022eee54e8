import { createHash, timingSafeEqual } from 'node:crypto';
import { lookup as lookUp } from 'node:dns';
import { type IncomingMessage, request as requestHttp, type ServerResponse } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { LookupFunction } from 'node:net';
import { pipeline } from 'node:stream/promises';
import {
  type FetchAnswered,
  type FetchAsked,
  fetchAsked,
  fromHeader,
  inHeader,
  SERVER_FETCH_HEADER,
  SERVER_FETCH_PATH,
} from '../../contract/realms/server-fetch-messages.ts';
import { isPrivateAddress } from '../../lib/addresses/private-address.ts';
import networkFaults from './network-faults.json' with { type: 'json' };

/** Limit of redirects, as in browsers. */
const MOST_REDIRECTS = 20;
/** Without a byte from the other end. */
const SILENT_MS = 120_000;
const REDIRECTS: ReadonlySet<number | undefined> = new Set([301, 302, 303, 307, 308]);

interface Options {
  /** Whether addresses of private networks are reached. */
  mayBePrivate: boolean;
  /** The app's own key, which its page and service worker send. Requests of a browser that still starts wait for it. */
  key: Promise<string>;
  /** Tests bring their own. */
  lookUp?: typeof lookUp;
}

/** Leads to a private network. */
class PrivateTarget extends Error {}

/** Sends requests of the app's page and service worker to other hosts: recordings to fetch, callbacks and webhooks. */
export class FetchForPage {
  constructor(private readonly options: Options) {}

  /** Takes a request for SERVER_FETCH_PATH; false for any other. */
  takes(request: IncomingMessage, response: ServerResponse): boolean {
    if (request.method !== 'POST' || request.url !== SERVER_FETCH_PATH) return false;
    this.answer(request, response).catch(() => response.destroy());
    return true;
  }

  /** Rejects if an answer breaks off. */
  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (!isSame(String(request.headers['x-service-key']), await this.options.key)) {
      response.writeHead(401).end();
      return;
    }
    const end = new AbortController();
    response.once('close', () => end.abort());
    const say = (answered: FetchAnswered) =>
      response.writeHead(200, { [SERVER_FETCH_HEADER]: inHeader(answered), 'cache-control': 'no-store' });
    const asked = fetchAsked.parse(fromHeader(String(request.headers[SERVER_FETCH_HEADER])));
    let answer: IncomingMessage;
    let url = asked.url;
    try {
      answer = await this.#send(asked, request, end.signal);
      for (let hops = 0; asked.redirect === 'follow' && REDIRECTS.has(answer.statusCode); hops++) {
        const { location } = answer.headers;
        if (location === undefined) break;
        answer.destroy();
        if (hops === MOST_REDIRECTS) throw new Error('it redirects again and again');
        url = new URL(location, url).href;
        answer = await this.#send({ ...asked, url, method: 'GET' }, null, end.signal);
      }
    } catch (error) {
      if (error instanceof PrivateTarget) say({ private: error.message }).end();
      else say({ failure: reasonOf(error) }).end();
      return;
    }
    const { statusCode: status = 502, statusMessage: statusText = '' } = answer;
    say({ status, statusText, url, redirected: url !== asked.url, headers: headersOf(answer) });
    await pipeline(answer, response);
  }

  /** Without cookies or user information. Each connection is made to the very addresses that were checked. */
  #send(asked: FetchAsked, body: IncomingMessage | null, signal: AbortSignal): Promise<IncomingMessage> {
    const url = new URL(asked.url);
    const { mayBePrivate } = this.options;
    if (!/^https?:$/.test(url.protocol)) throw new Error(`it leads to ${url.protocol}, which is not fetched`);
    if (!mayBePrivate && isPrivateAddress(url)) throw new PrivateTarget(url.href);
    const { hostname, port, pathname, search } = url;
    const length = body?.headers['content-length'];
    const sending = (url.protocol === 'https:' ? requestHttps : requestHttp)({
      hostname: hostname.replace(/^\[|\]$/g, ''),
      port,
      path: pathname + search,
      method: asked.method,
      headers: {
        'accept-encoding': 'identity',
        ...Object.fromEntries(asked.headers),
        ...(length !== undefined && asked.method !== 'GET' && { 'content-length': length }),
      },
      signal,
      ...(!mayBePrivate && { lookup: publicOnly(url.href, this.options.lookUp) }),
    });
    return new Promise((resolve, reject) => {
      sending.once('response', resolve);
      sending.once('error', reject);
      sending.setTimeout(SILENT_MS, () => sending.destroy(new Error('it did not respond in time')));
      if (body && asked.method !== 'GET') pipeline(body, sending).catch(reject);
      else sending.end();
    });
  }
}

/** Looks a name up as usual, but fails where it leads to a private network. */
const publicOnly =
  (address: string, resolve = lookUp): LookupFunction =>
  (name, options, done) =>
    resolve(name, { ...options, all: true }, (error, found) => {
      const [first] = found ?? [];
      if (error || !first) done(error ?? new Error('its name leads nowhere'), '', 0);
      else if (found.some(isPrivate)) done(new PrivateTarget(address), '', 0);
      else if (options.all) done(null, found);
      else done(null, first.address, first.family);
    });

const isPrivate = ({ address, family }: { address: string; family: number }): boolean =>
  isPrivateAddress(`http://${family === 6 ? `[${address.split('%')[0]}]` : address}/`);

function headersOf({ rawHeaders }: IncomingMessage): [string, string][] {
  const headers: [string, string][] = [];
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    const [name = '', value = ''] = rawHeaders.slice(at, at + 2);
    if (!/^(?:set-cookie|connection|keep-alive|transfer-encoding)$/i.test(name)) headers.push([name, value]);
  }
  return headers;
}

const digest = (text: string) => createHash('sha256').update(text).digest();
const isSame = (one: string, other: string): boolean => timingSafeEqual(digest(one), digest(other));

/** Codes of Node and OpenSSL, for people. */
const REASONS: Readonly<Record<string, string>> = networkFaults;

function reasonOf(error: unknown): string {
  // Where a name has several addresses, each has failed.
  const [one] = error instanceof AggregateError ? error.errors : [error];
  if (!(one instanceof Error)) return String(one);
  return ('code' in one && REASONS[String(one.code)]) || one.message.replace(/\.$/, '');
}
