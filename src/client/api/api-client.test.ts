import { describe, expect, test } from 'vitest';
import { AppError } from '../../lib/errors/errors.ts';
import { ApiClient } from './api-client.ts';

const id = '3f2b8a9e-1111-4222-8333-444444444444';

const job = {
  id,
  request_id: 'G-3f2b8a9e',
  version: 2,
  status: 'queued',
  created_at: '2026-01-02T03:04:05.000Z',
  completed_at: null,
  custom_metadata: null,
  error_code: null,
  post_session_metadata: {},
  kind: 'pre-recorded',
  file: null,
  request_params: null,
  result: null,
};

/** A client whose service is one function. */
function clientOf(answer: (request: Request) => Response | Promise<Response>) {
  const order: string[] = [];
  const client = new ApiClient({
    ready: async () => {
      order.push('ready');
    },
    key: async () => {
      order.push('key');
      return 'ek_secret';
    },
    fetch: async (input, init) => {
      order.push('fetch');
      const request = new Request(new URL(String(input), 'http://localhost'), init);
      request.signal.throwIfAborted();
      return answer(request);
    },
  });
  return { client, order };
}

const failure = (status: number, more: object = {}) =>
  Response.json(
    {
      timestamp: '2026-01-02T03:04:05.000Z',
      path: '/v2/pre-recorded',
      request_id: 'G-00000000',
      statusCode: status,
      message: 'There is no such job.',
      ...more,
    },
    { status },
  );

describe('ApiClient', () => {
  test('waits until the service is ready, and sends the key', async () => {
    const { client, order } = clientOf((request) => {
      expect(request.headers.get('x-service-key')).toBe('ek_secret');
      expect(new URL(request.url).pathname).toBe(`/v2/pre-recorded/${id}`);
      return Response.json(job);
    });
    expect((await client.getJob(id)).status).toBe('queued');
    expect(order).toEqual(['ready', 'key', 'fetch']);
  });

  test('upload sends one part named audio', async () => {
    const { client } = clientOf(async (request) => {
      const form = await request.formData();
      const part = form.get('audio');
      expect(part).toBeInstanceOf(File);
      expect([...form.keys()]).toEqual(['audio']);
      return Response.json({
        audio_url: 'http://localhost/v2/upload/1',
        audio_metadata: {
          id: '1',
          filename: part instanceof File ? part.name : '',
          extension: 'wav',
          size: 3,
          audio_duration: 1,
          number_of_channels: 1,
        },
      });
    });
    const uploaded = await client.upload(new File(['abc'], 'höre mal.wav'));
    expect(uploaded.audio_metadata.filename).toBe('höre mal.wav');
  });

  test('a list asks for its page and statuses', async () => {
    const { client } = clientOf((request) => {
      expect(new URL(request.url).search).toBe('?offset=40&limit=20&status=queued&status=error');
      return Response.json({ first: 'http://l/a', current: 'http://l/b', next: null, items: [job] });
    });
    expect((await client.listJobs({ offset: 40, status: ['queued', 'error'] })).items).toHaveLength(1);
  });

  test('an error body becomes an AppError with its status and message', async () => {
    const { client } = clientOf(() => failure(404));
    await expect(client.getJob(id)).rejects.toMatchObject({
      name: 'AppError',
      code: 'not_found',
      status: 404,
      message: 'There is no such job.',
    });
  });

  test('validation errors are the message', async () => {
    const { client } = clientOf(() =>
      failure(400, { validation_errors: ['audio_url is required', 'model must be one of stt-1'] }),
    );
    await expect(client.createJob({ audio_url: '' })).rejects.toMatchObject({
      code: 'invalid_request',
      message: 'audio_url is required. model must be one of stt-1.',
      details: ['audio_url is required', 'model must be one of stt-1'],
    });
  });

  test('an error without a body from the service is reported with its status', async () => {
    const { client } = clientOf(() => new Response('<h1>Too large</h1>', { status: 413 }));
    await expect(client.getJob(id)).rejects.toMatchObject({ code: 'too_large', status: 413 });
  });

  test('a response of unknown shape is rejected', async () => {
    const { client } = clientOf(() => Response.json({ ...job, status: 'sleeping' }));
    await expect(client.getJob(id)).rejects.toMatchObject({ code: 'internal' });
  });

  test('an abort is cancelled, a dead service is reported', async () => {
    const aborted = clientOf(() => Response.json(job));
    const signal = AbortSignal.abort();
    await expect(aborted.client.getJob(id, { signal })).rejects.toMatchObject({ code: 'cancelled' });
    const dead = clientOf(() => Promise.reject(new TypeError('Failed to fetch')));
    await expect(dead.client.getJob(id)).rejects.toBeInstanceOf(AppError);
    await expect(dead.client.getJob(id)).rejects.toMatchObject({ code: 'internal' });
  });
});
