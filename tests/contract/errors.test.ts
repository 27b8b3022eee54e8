import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { errorBody } from '../../src/contract/errors/error-body.ts';
import { ERROR_TABLE } from '../../src/lib/errors/error-table.ts';
import { inEnglish, msg, verbatim } from '../../src/lib/errors/msg.ts';
import { closeDatabase, database } from '../../src/storage/database/database.ts';
import { caseRows } from '../runner/case-rows.ts';
import { asJson, type Service, startService } from './service.ts';
import { putJob } from './stored.ts';

let service: Service;
beforeEach(async () => {
  service = await startService();
});
afterEach(() => vi.restoreAllMocks());

async function expectError(response: Response, status: number, path: string) {
  expect(response.status).toBe(status);
  expect(response.headers.get('content-type')).toBe('application/json');
  expect(response.headers.get('cache-control')).toBe('no-store');
  const body = errorBody.strict().parse(await response.json());
  expect(body).toMatchObject({ statusCode: status, path });
  expect(body.request_id).toMatch(/^G-[0-9a-f]{8}$/);
  expect(Math.abs(Date.parse(body.timestamp) - Date.now())).toBeLessThan(60_000);
  return body;
}

describe('§7: the shape of errors', () => {
  it.each(caseRows<string>(import.meta.url, 'forUnknownPath'))(
    'is 404 for the unknown path %s [§2.5 Modes; §7 Both documented error, timestamp, path, request_id, statusCode, message; §9 The version is]',
    async (path) => {
      await expectError(await service.call(path), 404, path);
    },
  );

  const wrongMethods: [string, string, string][] = [
    ['GET', '/v2/upload', 'POST, OPTIONS'],
    ['PUT', '/v2/upload', 'POST, OPTIONS'],
    ['PUT', '/v2/pre-recorded', 'GET, POST, HEAD, OPTIONS'],
    ['DELETE', '/v2/pre-recorded', 'GET, POST, HEAD, OPTIONS'],
    ['POST', '/v2/pre-recorded/some-id', 'GET, DELETE, HEAD, OPTIONS'],
    ['PATCH', '/v2/pre-recorded/some-id', 'GET, DELETE, HEAD, OPTIONS'],
    ['DELETE', '/v2/pre-recorded/some-id/file', 'GET, HEAD, OPTIONS'],
    ['DELETE', '/v2/upload/some-id', 'GET, HEAD, OPTIONS'],
  ];
  it.each(wrongMethods)(
    'is 405 for %s %s, and says what is allowed [§7 Both documented error, timestamp, path, request_id, statusCode, message]',
    async (method, path, allow) => {
      const response = await service.call(path, { method });
      expect(response.headers.get('allow')).toBe(allow);
      await expectError(response, 405, path);
    },
  );

  it('is 404 for a job that does not exist [§4.3 Response 404; §7 404]', async () => {
    const path = '/v2/pre-recorded/6f1c0a52-5f0e-4f44-9a53-0d6a7e1b2c3d';
    await expectError(await service.call(path), 404, path);
    await expectError(await service.call(`${path}/file`), 404, `${path}/file`);
    await expectError(await service.call(path, { method: 'DELETE' }), 404, path);
  });

  it.each(['not-a-uuid', '..%2f..%2f', '%00', 'x'.repeat(5000)])(
    'is 404 for the id %s [§4.3 Path parameter]',
    async (id) => {
      const response = await service.call(`/v2/pre-recorded/${id}`);
      await expectError(response, 404, new URL(`https://a/v2/pre-recorded/${id}`).pathname);
    },
  );

  it('is 500 without a word of what is inside when something unforeseen happens, which is logged', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const { id } = await putJob();
    const db = await database();
    await db.put('jobs', { id, secret: 'inside' });
    const body = await expectError(
      await service.call(`/v2/pre-recorded/${id}`),
      500,
      `/v2/pre-recorded/${id}`,
    );
    expect(JSON.stringify(body)).not.toMatch(/inside\b.*secret|zod|key_id|at .*\.ts/i);
    expect(log).toHaveBeenCalledOnce();
  });

  it('is 499 when the caller ended the request while it was answered', async () => {
    const listening = vi.spyOn(IDBIndex.prototype, 'getAllKeys').mockImplementation(() => {
      throw new DOMException('gone', 'AbortError');
    });
    const body = await expectError(await service.call('/v2/pre-recorded'), 499, '/v2/pre-recorded');
    expect(body.message).toBe('The client cancelled the request.');
    listening.mockRestore();
  });

  it('has validation_errors with a 400, and with no other status', async () => {
    const wrong = await service.call('/v2/pre-recorded?limit=0');
    expect((await wrong.json()).validation_errors).toHaveLength(1);
    const unknown = await service.call('/v2/nothing');
    expect(await unknown.json()).not.toHaveProperty('validation_errors');
  });

  const broken: [string, string, number, RegExp][] = [
    ['cannot be opened', 'UnknownError', 500, /storage cannot be opened/],
    ['has no room to be made', 'QuotaExceededError', 507, /Not enough storage/],
    ['was made by a newer version', 'VersionError', 409, /Reload this page/],
  ];
  it.each(broken)('is in shape when the database %s', async (_, name, status, message) => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    await closeDatabase();
    const open = vi.spyOn(indexedDB, 'open').mockImplementation(() => {
      throw new DOMException('no', name);
    });
    const body = await expectError(await service.call('/v2/pre-recorded'), status, '/v2/pre-recorded');
    expect(body.message).toMatch(message);
    open.mockRestore();
    expect((await service.call('/v2/pre-recorded')).status).toBe(200);
  });
});

describe('§7: every error that a failed job can have', () => {
  it.each(Object.entries(ERROR_TABLE))(
    'says what the user can do: %s [§7 A job that]',
    async (code, { status, remedy }) => {
      const { id } = await putJob({ status: 'error', error: { code, status, message: 'It failed.' } });
      const job = await (await service.call(`/v2/pre-recorded/${id}`)).json();
      expect(job.error_code).toBe(status);
      expect(job.post_session_metadata.error).toEqual({
        code,
        message: 'It failed.',
        remedy: inEnglish(remedy),
        texts: [verbatim('It failed.'), remedy],
      });
    },
  );
});

describe('what clients rely on', () => {
  it('HEAD is GET without a body', async () => {
    const { id } = await putJob();
    const response = await service.call(`/v2/pre-recorded/${id}`, { method: 'HEAD' });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(await response.text()).toBe('');
    expect((await service.call('/v2/pre-recorded/none', { method: 'HEAD' })).status).toBe(404);
  });

  it('OPTIONS needs no key and lists the methods', async () => {
    const response = await service.call('/v2/pre-recorded', { method: 'OPTIONS' }, { 'x-service-key': null });
    expect(response.status).toBe(204);
    expect(response.headers.get('allow')).toBe('GET, POST, HEAD, OPTIONS');
  });

  it('a slash at the end of a path changes nothing, and is not redirected', async () => {
    const { id } = await putJob();
    expect((await service.call('/v2/pre-recorded/')).status).toBe(200);
    expect((await service.call(`/v2/pre-recorded/${id}/`, { redirect: 'manual' })).status).toBe(200);
    const created = await service.call(
      '/v2/pre-recorded/',
      asJson({ audio_url: 'https://elsewhere.example/a.mp3' }),
    );
    expect(created.status).toBe(200);
  });

  it('two requests at once open one database', async () => {
    await closeDatabase();
    const open = vi.spyOn(indexedDB, 'open');
    const responses = await Promise.all(Array.from({ length: 8 }, () => service.call('/v2/pre-recorded')));
    expect(responses.map((response) => response.status)).toEqual(Array(8).fill(200));
    expect(open).toHaveBeenCalledOnce();
  });
});

describe('an error as data', () => {
  it('stands beside the English message, which is what it was', async () => {
    const id = '00000000-0000-4000-8000-000000000000';
    const body = await (await service.call(`/v2/pre-recorded/${id}`)).json();
    expect(body.message).toBe(`The job ${id} does not exist or has been deleted.`);
    expect(body.texts).toEqual([msg`The job ${id} does not exist or has been deleted.`]);
  });

  it('tells the remedy from the reason; a row of an earlier version has English alone', async () => {
    const text = msg`Not enough storage: this needs ${msg`${3} MB`}.`;
    const message = 'Not enough storage: this needs 3 MB. Delete something.';
    const failure = { code: 'storage_full', status: 507, message };
    const shown = async (error: object) => {
      const { id } = await putJob({ status: 'error', error: { ...failure, ...error } });
      return (await (await service.call(`/v2/pre-recorded/${id}`)).json()).post_session_metadata.error;
    };
    expect(await shown({ text, remedy: msg`Delete something.` })).toEqual({
      code: 'storage_full',
      message: 'Not enough storage: this needs 3 MB.',
      remedy: 'Delete something.',
      texts: [text, msg`Delete something.`],
    });
    expect(await shown({})).toMatchObject({ message });
  });
});
