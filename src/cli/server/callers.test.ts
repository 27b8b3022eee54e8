import type { IncomingMessage } from 'node:http';
import { expect, it } from 'vitest';
import { caseRows } from '../../../tests/runner/case-rows.ts';
import { type Admitted, crossOriginHeaders, isForHost, isFromCaller, isFromHere } from './callers.ts';

const NOBODY: Admitted = { hosts: [], origins: [] };
const ADMITTED: Admitted = { hosts: ['host.docker.internal'], origins: ['app://obsidian.md'] };

const request = (headers: IncomingMessage['headers'], remoteAddress = '127.0.0.1', method = 'POST') =>
  ({ headers, method, socket: { remoteAddress } }) as IncomingMessage;

it.each([
  ['localhost:4180', true, true],
  ['[::1]:4180', true, true],
  ['host.docker.internal:4180', false, true],
  ['HOST.docker.internal', false, true],
  ['host.docker.internal.evil.example', false, false],
  ['evil.example', false, false],
  [undefined, false, false],
])('is for this gateway by its name: %s', (host, byItself, admitted) => {
  const asked = request(host === undefined ? {} : { host });
  expect([isForHost(asked, NOBODY), isForHost(asked, ADMITTED)]).toEqual([byItself, admitted]);
});

it.each([
  ['127.0.0.1', 'localhost', true],
  ['::ffff:127.0.0.1', 'localhost', true],
  ['::1', '[::1]:4180', true],
  ['192.168.1.7', 'localhost', false],
  ['127.0.0.1', 'host.docker.internal', false],
])('comes from this device: %s with the name %s', (address, host, is) => {
  expect(isFromHere(request({ host }, address))).toBe(is);
});

const host = 'localhost:4180';
it.each(
  caseRows<[string, { origin?: string; 'sec-fetch-site'?: string }, boolean, boolean]>(
    import.meta.url,
    'comesFromCaller',
  ),
)('comes from a caller: %s', (_, headers, byItself, admitted) => {
  const asked = request({ host, ...headers });
  expect([isFromCaller(asked, NOBODY), isFromCaller(asked, ADMITTED)]).toEqual([byItself, admitted]);
});

it('answers preflights and requests of admitted origins alone', () => {
  const preflight = {
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'x-service-key',
  };
  const of = (origin: string, method: string) =>
    crossOriginHeaders(request({ host, origin, ...preflight }, '127.0.0.1', method), ADMITTED);
  expect(of('https://evil.example', 'OPTIONS')).toEqual({});
  expect(of('app://obsidian.md', 'POST')).toMatchObject({
    'access-control-allow-origin': 'app://obsidian.md',
  });
  expect(of('app://obsidian.md', 'OPTIONS')).toMatchObject({
    'access-control-allow-origin': 'app://obsidian.md',
    'access-control-allow-headers': 'x-service-key',
  });
});
