import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { errorBody } from '../../src/contract/errors/error-body.ts';
import { cases, isThorough } from '../runner/thorough.ts';
import { arbitraryFromSchema, damaged } from './arbitrary-from-schema.ts';
import { addKey, asJson, ORIGIN, type Service, startService } from './service.ts';
import { putAudio, putJob } from './stored.ts';
import { description, faultsOf } from './validate-by-schema.ts';

/** The same requests each time, so a part of them shows by day what a change breaks in most. */
const DIVISOR = isThorough ? 1 : 6;
const times = (count: number) => cases(count, DIVISOR);
/** The whole file sends at least this many. */
const LEAST_REQUESTS = 2000 / DIVISOR;
const MINUTES = 60_000;

const RIFF = readFileSync(new URL('../fixtures/containers/pcm_s16.wav', import.meta.url));
const AUDIO = '0a0b0c0d-1111-4222-8333-444455556666';
const FOREIGN = '0a0b0c0d-aaaa-4bbb-8ccc-ddddeeeeffff';
const UNKNOWN = '99999999-9999-4999-8999-999999999999';
const JOB = '12121212-3434-4565-8787-909090909090';

let service: Service;
let otherKey = '';
let sent = 0;

beforeEach(async () => {
  service = await startService();
  otherKey = await addKey('other');
  await putAudio({ id: AUDIO });
  await putAudio({ id: FOREIGN, key_id: 'somebody' });
  await putJob({ id: JOB, audio_id: AUDIO });
  // Nothing here may reach the network.
  vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('no network')));
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const operation = z.looseObject({ responses: z.record(z.string(), z.looseObject({})) });

/** The statuses the description allows for a request; null if it has no such operation. */
function documentedStatuses(method: string, pathname: string): string[] | null {
  const bare = pathname.replace(/\/$/, '');
  const path = Object.entries(description.paths).find(([template]) =>
    new RegExp(`^${template.replaceAll('.', '\\.').replaceAll('{id}', '[^/]+')}$`).test(bare),
  );
  const found = path && Reflect.get(path[1], method === 'HEAD' ? 'get' : method.toLowerCase());
  return found === undefined ? null : Object.keys(operation.parse(found).responses);
}

/** Sends a request; the response must be documented, match its schema and not be a 500. */
async function send(path: string, init: RequestInit = {}, headers: Record<string, string | null> = {}) {
  sent++;
  const response = await service.call(path, init, headers);
  const method = init.method ?? 'GET';
  const { pathname } = new URL(path, ORIGIN);
  expect(response.status).not.toBe(500);
  expect(response.redirected || (response.status >= 300 && response.status < 400)).toBe(false);
  const documented = documentedStatuses(method, pathname);
  if (method === 'OPTIONS') expect([204, 404]).toContain(response.status);
  else if (documented) expect(documented).toContain(String(response.status));
  else expect([404, 405]).toContain(response.status);
  const text = await response.text();
  if (response.status < 400) return { response, text };
  expect(response.headers.get('content-type')).toBe('application/json');
  if (method === 'HEAD') return { response, text };
  const body = errorBody.strict().parse(JSON.parse(text));
  expect(faultsOf('ErrorResponse', body)).toEqual([]);
  expect(body).toMatchObject({ statusCode: response.status, path: pathname });
  expect(body.validation_errors !== undefined).toBe(response.status === 400);
  return { response, text };
}

const addresses = fc.constantFrom(
  'https://media.example.org/talk.mp3',
  'http://localhost:9/a%20b.wav?x=1#y',
  `${ORIGIN}/v2/upload/${AUDIO}`,
  `${ORIGIN}/v2/pre-recorded/${JOB}/file`,
  `${ORIGIN}/v2/upload/${FOREIGN}`,
  `${ORIGIN}/v2/upload/${UNKNOWN}`,
);
const requests = arbitraryFromSchema({ $ref: '#/components/schemas/PreRecordedRequest' }, addresses);

/** Rules between fields, which a schema of individual fields cannot express. */
const BETWEEN_FIELDS = /is required when|when model is stt-3|must not be less than/;

/** Submits a body as a job; the response must match the description. */
async function create(body: unknown): Promise<number> {
  const { response, text } = await send('/v2/pre-recorded', asJson(JSON.stringify(body)));
  if (faultsOf('PreRecordedRequest', body).length > 0) {
    expect(response.status, JSON.stringify(body)).toBe(400);
  } else if (response.status === 400) {
    const { validation_errors } = errorBody.parse(JSON.parse(text));
    for (const fault of validation_errors ?? []) expect(fault, JSON.stringify(body)).toMatch(BETWEEN_FIELDS);
  } else {
    expect([200, 404]).toContain(response.status);
  }
  if (response.status !== 200) return response.status;
  const created: unknown = JSON.parse(text);
  expect(faultsOf('CreatedJob', created)).toEqual([]);
  const path = `/v2/pre-recorded/${z.object({ id: z.string() }).parse(created).id}`;
  const job: unknown = JSON.parse((await send(path)).text);
  expect(faultsOf('PreRecordedResponse', job)).toEqual([]);
  expect((await send(path, { method: 'DELETE' })).response.status).toBe(202);
  return 200;
}

const ids = fc.oneof(
  fc.constantFrom(JOB, JOB.toUpperCase(), AUDIO, UNKNOWN, '', '.', '%00', '%ff', 'null'),
  fc.uuid(),
  fc.string({ maxLength: 40 }).map(encodeURIComponent),
);
const keys = fc.oneof(
  { weight: 3, arbitrary: fc.constant(undefined) },
  { weight: 1, arbitrary: fc.constantFrom(null, '', 'x', 'ek_', 'other') },
);
const headersWith = (key: string | null | undefined): Record<string, string | null> =>
  key === undefined ? {} : { 'x-service-key': key === 'other' ? otherKey : key };

describe('§7: requests generated from the description', () => {
  it('that are valid make a job, unless their fields contradict each other [§2.4 CustomVocabularyConfig.*, CustomVocabularyEntry.value, CustomVocabularyEntry.intensity, CustomVocabularyEntry.pronunciations, AudioToLlmListConfig.*, PiiRedactionConfig.*; §2.5 Add-ons]', {
    timeout: 4 * MINUTES,
  }, async () => {
    const statuses = new Map<number, number>();
    await fc.assert(
      fc.asyncProperty(requests, async (body) => {
        const status = await create(body);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }),
      times(400),
    );
    expect(statuses.get(200) ?? 0).toBeGreaterThan(0);
    expect(statuses.get(404) ?? 0).toBeGreaterThan(0);
  });

  it('that are damaged are refused with 400 in the right shape [§2.4 CustomVocabularyConfig.*, CustomVocabularyEntry.value, CustomVocabularyEntry.intensity, CustomVocabularyEntry.pronunciations, AudioToLlmListConfig.*, PiiRedactionConfig.*; §4.2 Other status codes]', {
    timeout: 4 * MINUTES,
  }, async () => {
    let refused = 0;
    await fc.assert(
      fc.asyncProperty(damaged(requests), async (body) => {
        if ((await create(body)) === 400) refused++;
      }),
      times(600),
    );
    expect(refused).toBeGreaterThan(600 / DIVISOR / 2);
  });

  it('whose body is anything at all are answered in the right shape', { timeout: 4 * MINUTES }, async () => {
    const bodies = fc.oneof(
      fc.json(),
      fc.string(),
      fc.constantFrom('{', '[]', 'null', '{"audio_url":1e999}'),
    );
    const types = fc.constantFrom(
      'application/json',
      'application/JSON; charset=utf-8',
      'text/plain',
      'json',
      '',
    );
    await fc.assert(
      fc.asyncProperty(
        bodies,
        types,
        fc.constantFrom('/v2/pre-recorded', '/v2/upload'),
        async (body, type, path) => {
          const { response } = await send(path, { method: 'POST', body }, { 'content-type': type });
          expect([400, 413, 415]).toContain(response.status);
        },
      ),
      times(200),
    );
  });

  it('that list are answered with a page, or 400 for a wrong parameter', {
    timeout: 4 * MINUTES,
  }, async () => {
    const value = fc.oneof(
      fc.constantFrom('0', '1', '20', '-1', '1.5', '', 'done', 'error', 'lost', '2026-05-01', '2026-13-01'),
      fc.string({ maxLength: 10 }),
    );
    const name = fc.oneof(
      fc.constantFrom('offset', 'limit', 'date', 'before_date', 'after_date', 'status', 'custom_metadata[a]'),
      fc.string({ maxLength: 6 }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(name, value), { maxLength: 4 }), async (pairs) => {
        const { response, text } = await send(`/v2/pre-recorded?${new URLSearchParams(pairs)}`);
        expect([200, 400]).toContain(response.status);
        if (response.status === 200) expect(faultsOf('JobPage', JSON.parse(text))).toEqual([]);
      }),
      times(300),
    );
  });

  it('to any path, with any method and key, are answered in the right shape [§7 Both documented error, timestamp, path, request_id, statusCode, message, Error bodies for other statuses]', {
    timeout: 4 * MINUTES,
  }, async () => {
    const templates = fc.constantFrom(
      ...Object.keys(description.paths),
      '/v2',
      '/v2/{id}',
      '/v2/pre-recorded/{id}/x',
    );
    const methods = fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS');
    const ranges = fc.option(fc.constantFrom('bytes=0-3', 'bytes=9-', 'bytes=99-', 'bytes=-2', 'x'), {
      nil: null,
    });
    await fc.assert(
      fc.asyncProperty(templates, ids, methods, keys, ranges, async (template, id, method, key, range) => {
        // The stored job must outlive the test.
        if (method === 'DELETE' && id.toLowerCase() === JOB) return;
        await send(template.replace('{id}', id), { method }, { ...headersWith(key), range });
      }),
      times(400),
    );
  });

  it('that upload are answered with the file, or with what is wrong', { timeout: 4 * MINUTES }, async () => {
    const contents = fc.oneof(
      fc.nat(RIFF.length).map((end) => RIFF.subarray(0, end)),
      fc.constant(RIFF),
      fc.uint8Array({ maxLength: 200 }),
    );
    const parts = fc.array(
      fc.record({
        name: fc.constantFrom('audio', 'audio', 'file', ''),
        content: contents,
        filename: fc.string(),
      }),
      { maxLength: 2 },
    );
    await fc.assert(
      fc.asyncProperty(parts, async (list) => {
        const form = new FormData();
        for (const { name, content, filename } of list) {
          form.append(name, new File([Uint8Array.from(content)], filename));
        }
        const { response, text } = await send('/v2/upload', { method: 'POST', body: form });
        if (response.status === 200) expect(faultsOf('UploadedFile', JSON.parse(text))).toEqual([]);
      }),
      times(200),
    );
    await fc.assert(
      fc.asyncProperty(fc.oneof(addresses, fc.jsonValue()), async (audio_url) => {
        const { response, text } = await send('/v2/upload', asJson({ audio_url }));
        if (response.status === 200) expect(faultsOf('UploadedFile', JSON.parse(text))).toEqual([]);
      }),
      times(100),
    );
  });

  afterAll(() => {
    expect(sent).toBeGreaterThanOrEqual(LEAST_REQUESTS);
  });
});
