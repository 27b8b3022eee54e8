import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { errorBody } from '../../src/contract/error-body.ts';
import { uploadedFile } from '../../src/contract/uploaded-file.ts';
import { resolveAudio } from '../../src/host/run/resolve-audio.ts';
import { getAudio } from '../../src/storage/audio-store.ts';
import { database } from '../../src/storage/database.ts';
import { getJob } from '../../src/storage/job-store.ts';
import { room } from '../fakes/empty-database.ts';
import { asJson, type Service, startService } from './service.ts';

const HELLO = readFileSync(join(import.meta.dirname, '../fixtures/mini/audio/en_hello.wav'));

let service: Service;
let server: Server;
let remote: string;

beforeAll(async () => {
  server = createServer((request, response) => {
    switch (new URL(request.url ?? '', 'http://a').pathname) {
      case '/talks/Gr%C3%BC%C3%9Fe.wav':
        return response.setHeader('content-type', 'audio/wav').end(HELLO);
      case '/a%2F..%2Fb.wav':
      case '/untyped':
        return response.end(HELLO);
      case '/moved':
        return response.writeHead(302, { location: '/untyped' }).end();
      case '/page':
        return response.setHeader('content-type', 'text/html; charset=utf-8').end('<h1>Sign in</h1>');
      case '/json':
        return response.setHeader('content-type', 'application/json').end('{}');
      case '/noise.wav':
        return response.setHeader('content-type', 'audio/wav').end('this is not a recording');
      case '/breaks':
        response.writeHead(200, { 'content-type': 'audio/wav', 'content-length': HELLO.length });
        response.write(HELLO.subarray(0, 1000));
        return setTimeout(() => response.destroy(), 20);
      case '/forbidden':
        return response.writeHead(403).end();
      default:
        return response.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  remote = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());
beforeEach(async () => {
  service = await startService();
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});

const upload = (body: unknown) => service.call('/v2/upload', asJson(body));

async function refuse(body: unknown, status: number) {
  const response = await upload(body);
  expect(response.status, await response.clone().text()).toBe(status);
  const db = await database();
  expect([await db.count('audio'), await db.count('audio-pieces')]).toEqual([0, 0]);
  return errorBody.strict().parse(await response.json());
}

describe('uploading by address', () => {
  it('fetches the file, and remembers where it came from', async () => {
    const audio_url = `${remote}/talks/Gr%C3%BC%C3%9Fe.wav?token=1`;
    const response = await upload({ audio_url });
    expect(response.status, await response.clone().text()).toBe(200);
    const { audio_metadata, audio_url: stored } = uploadedFile.strict().parse(await response.json());
    expect(audio_metadata).toMatchObject({ filename: 'Grüße.wav', extension: 'wav', size: HELLO.length });
    expect((await getAudio(audio_metadata.id))?.source).toBe(audio_url);
    const created = await service.call('/v2/pre-recorded', asJson({ audio_url: stored }));
    const job = await (await service.call((await created.json()).result_url)).json();
    expect(job.file).toMatchObject({ filename: 'Grüße.wav', source: audio_url });
  });

  it('takes no path from what stands encoded in the address, neither does a job that fetches it', async () => {
    const audio_url = `${remote}/a%2F..%2Fb.wav`;
    const { audio_metadata } = await (await upload({ audio_url })).json();
    expect(audio_metadata.filename).toBe('b.wav');
    const { id } = await (await service.call('/v2/pre-recorded', asJson({ audio_url }))).json();
    const queued = await getJob(id);
    if (!queued) throw new Error('There is no job.');
    await resolveAudio(queued, new AbortController().signal);
    const job = await (await service.call(`/v2/pre-recorded/${id}`)).json();
    expect(job.file).toMatchObject({ filename: 'b.wav', source: audio_url });
  });

  it('follows redirects of the remote server, and needs no media type', async () => {
    expect((await upload({ audio_url: `${remote}/moved` })).status).toBe(200);
  });

  const failing: [string, RegExp][] = [
    ['/missing.wav', /returned 404/],
    ['/forbidden', /returned 403/],
    ['/page', /sent text\/html/],
    ['/json', /sent application\/json/],
    ['/breaks', /connection was lost/],
  ];
  it.each(failing)('is 502 for %s', async (path, message) => {
    expect((await refuse({ audio_url: remote + path }, 502)).message).toMatch(message);
  });

  it('is 502, with a remedy, when the server cannot be reached', async () => {
    const { message } = await refuse({ audio_url: 'http://127.0.0.1:1/a.wav' }, 502);
    expect(message).toMatch(/cannot be reached.*upload it/);
  });

  it('is 415 when what came is no recording', async () => {
    await refuse({ audio_url: `${remote}/noise.wav` }, 415);
  });

  it('is 507 when the file has no room', async () => {
    Object.assign(room, { quota: 1000, usage: 500 });
    expect((await refuse({ audio_url: `${remote}/talks/Gr%C3%BC%C3%9Fe.wav` }, 507)).message).toMatch(
      /is free/,
    );
  });

  it('is 400 for a bad address', async () => {
    expect((await refuse({ audio_url: 'talk.mp3' }, 400)).validation_errors).toEqual([
      'audio_url must be an http or https URL',
    ]);
    expect((await refuse({}, 400)).validation_errors).toEqual(['audio_url is required']);
    expect((await refuse('{broken', 400)).validation_errors).toEqual(['body must be valid JSON']);
  });
});
