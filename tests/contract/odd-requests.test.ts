import { beforeEach, expect, it } from 'vitest';
import { caseRows } from '../runner/case-rows.ts';
import { asJson, type Service, startService } from './service.ts';

const REMOTE = 'https://elsewhere.example/talks/one.mp3';

let service: Service;
beforeEach(async () => {
  service = await startService();
});

const sent = (body: string, type = 'application/json') =>
  service.call('/v2/pre-recorded', { method: 'POST', body, headers: { 'content-type': type } });
const withMore = (more: object) => JSON.stringify({ audio_url: REMOTE, ...more });

it.each<[string, string, string, number]>([
  ['a text for a boolean', withMore({ diarization: 'true' }), 'application/json', 400],
  ['a language in capitals', withMore({ language_config: { languages: ['EN'] } }), 'application/json', 400],
  [
    'a language with a region',
    withMore({ language_config: { languages: ['en-US'] } }),
    'application/json',
    400,
  ],
  ['no languages', withMore({ language_config: { languages: null } }), 'application/json', 200],
  ['a byte order mark', `\uFEFF${withMore({})}`, 'application/json', 200],
  ['a charset', withMore({}), 'application/json; charset=utf-8', 200],
  ['a type that is no JSON', withMore({}), 'text/plain', 415],
  ['XML', '<a/>', 'application/xml', 415],
  ['nothing', '', 'application/json', 400],
  ['a list', '[]', 'application/json', 400],
  [
    'metadata of 900 kB',
    withMore({ custom_metadata: { note: 'x'.repeat(900_000) } }),
    'application/json',
    200,
  ],
  [
    'metadata of 2 MB',
    withMore({ custom_metadata: { note: 'x'.repeat(2_000_000) } }),
    'application/json',
    413,
  ],
])('a job with %s', async (_, body, type, status) => {
  const response = await sent(body, type);
  expect([response.status, status === 200 ? '' : (await response.json()).message]).toEqual([
    status,
    expect.any(String),
  ]);
});

it.each(caseRows<[string, string, number]>(import.meta.url, 'odd'))(
  '%s %s is answered',
  async (method, path, status) => {
    expect((await service.call(path, { method })).status).toBe(status);
  },
);

it('is answered as it should be after one that was refused', async () => {
  await sent('{');
  expect((await service.call('/v2/pre-recorded', asJson({ audio_url: REMOTE }))).status).toBe(200);
});
