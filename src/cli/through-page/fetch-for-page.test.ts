import type { lookup } from 'node:dns';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import {
  type FetchAnswered,
  type FetchAsked,
  inHeader,
  SERVER_FETCH_HEADER,
} from '../../contract/realms/server-fetch-messages.ts';
import { portOfServer } from '../server/serve-folder.ts';
import { FetchForPage } from './fetch-for-page.ts';

const KEY = 'the key of the app';
const got: { url: string; headers: IncomingMessage['headers']; body: string }[] = [];
let target: Server;
let route: Server;
let mayBePrivate = true;

/** Where somebody's own name server has a public name lead. */
const toLoopback = ((_name: string, _options: object, done: (error: null, found: object[]) => void) =>
  done(null, [{ address: '127.0.0.1', family: 4 }])) as unknown as typeof lookup;

beforeAll(async () => {
  target = createServer(async (request, response) => {
    let body = '';
    for await (const bytes of request) body += bytes;
    got.push({ url: request.url ?? '', headers: request.headers, body });
    if (request.url === '/away') return void response.writeHead(302, { location: '/sound.wav' }).end();
    if (request.url === '/round') return void response.writeHead(302, { location: '/round' }).end();
    if (request.url === '/file')
      return void response.writeHead(302, { location: 'file:///etc/passwd' }).end();
    response.setHeader('set-cookie', 'a=b').setHeader('content-range', 'bytes 0-4/5').end('sound');
  });
  route = createServer((request, response) => {
    new FetchForPage({ mayBePrivate, key: Promise.resolve(KEY), lookUp: toLoopback })
      .answer(request, response)
      .catch(() => response.destroy());
  });
  for (const server of [target, route])
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
beforeEach(() => {
  got.length = 0;
  mayBePrivate = true;
});
afterAll(() => {
  for (const server of [target, route]) {
    server.closeAllConnections();
    server.close();
  }
});

const at = (path: string, host = '127.0.0.1') => `http://${host}:${portOfServer(target)}${path}`;

async function send(url: string, more: Partial<FetchAsked> = {}, key = KEY) {
  const asked: FetchAsked = { url, method: 'GET', headers: [], redirect: 'follow', ...more };
  const answer = await fetch(`http://127.0.0.1:${portOfServer(route)}/`, {
    method: 'POST',
    headers: { 'x-service-key': key, [SERVER_FETCH_HEADER]: inHeader(asked) },
    body: asked.method === 'GET' ? null : 'an event',
  });
  const head = answer.headers.get(SERVER_FETCH_HEADER);
  const answered: FetchAnswered | null = head === null ? null : JSON.parse(decodeURIComponent(head));
  return { status: answer.status, answered, body: await answer.text() };
}

it('fetches without credentials or CORS, and follows redirects', async () => {
  const { answered, body } = await send(at('/away').replace('//', '//user:word@'));
  expect(answered).toMatchObject({
    status: 200,
    url: expect.stringMatching(/sound\.wav$/),
    redirected: true,
  });
  expect(answered).toMatchObject({ headers: expect.arrayContaining([['content-range', 'bytes 0-4/5']]) });
  expect(JSON.stringify(answered)).not.toContain('a=b');
  expect(body).toBe('sound');
  for (const { headers } of got)
    expect(Object.keys(headers)).not.toEqual(expect.arrayContaining(['authorization', 'cookie', 'origin']));
});

it('sends a body with its headers, and leaves redirects of deliveries', async () => {
  const headers: [string, string][] = [['x-earshot-signature', 'sha256=0']];
  await send(at('/hook'), { method: 'POST', redirect: 'manual', headers });
  expect(got).toMatchObject([{ body: 'an event', headers: { 'x-earshot-signature': 'sha256=0' } }]);
  const { answered } = await send(at('/away'), { method: 'PUT', redirect: 'manual' });
  expect(answered).toMatchObject({ status: 302, redirected: false });
});

it.each(['127.0.0.1', 'localhost', '[::ffff:127.0.0.1]'])(
  'reaches no private address where none is allowed: %s',
  async (host) => {
    mayBePrivate = false;
    expect((await send(at('/sound.wav', host))).answered).toEqual({
      private: at('/sound.wav', host).replace('[::ffff:127.0.0.1]', '[::ffff:7f00:1]'),
    });
    expect(got).toEqual([]);
  },
);

it('looks at the addresses that a public name leads to', async () => {
  mayBePrivate = false;
  const address = at('/sound.wav', 'public.example');
  expect((await send(address)).answered).toEqual({ private: address });
  expect(got).toEqual([]);
});

it.each([
  ['/round', 'it redirects again and again'],
  ['/file', 'it leads to file:, which is not fetched'],
])('gives up at %s', async (path, failure) => {
  expect((await send(at(path))).answered).toEqual({ failure });
});

it('serves nobody without the key of the app', async () => {
  expect((await send(at('/sound.wav'), {}, 'another')).status).toBe(401);
  expect(got).toEqual([]);
});
