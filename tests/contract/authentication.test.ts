import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { errorBody } from '../../src/contract/errors/error-body.ts';
import { createApp } from '../../src/service/router.ts';
import { createKey, findKey, revokeKey, rotateKey } from '../../src/storage/settings/key-store.ts';
import { fillDisk } from '../fakes/full-disk.ts';
import { addKey, asJson, ORIGIN, type Service, startService } from './service.ts';
import { putAudio, putJob } from './stored.ts';

let service: Service;
beforeEach(async () => {
  service = await startService();
});
afterEach(() => vi.restoreAllMocks());

const id = '6f1c0a52-5f0e-4f44-9a53-0d6a7e1b2c3d';
const guarded: [string, string, RequestInit][] = [
  ['POST', '/v2/upload', { method: 'POST' }],
  ['GET', `/v2/upload/${id}`, {}],
  ['POST', '/v2/pre-recorded', asJson({ audio_url: 'https://elsewhere.example/a.mp3' })],
  ['GET', '/v2/pre-recorded', {}],
  ['GET', `/v2/pre-recorded/${id}`, {}],
  ['DELETE', `/v2/pre-recorded/${id}`, { method: 'DELETE' }],
  ['GET', `/v2/pre-recorded/${id}/file`, {}],
];

describe('§5: the key', () => {
  const wrong: [string, string | null][] = [
    ['is missing', null],
    ['is empty', ''],
    ['is unknown', 'ek_00000000000000000000000000000000'],
    ['is megabytes long', 'x'.repeat(2_000_000)],
    ['is sent twice', 'ek_00000000000000000000000000000000, ek_00000000000000000000000000000000'],
    ['is not ASCII', 'ek_\u00fc\u00fc'],
  ];
  for (const [method, path, init] of guarded) {
    it.each(wrong)(
      `${method} ${path} answers 401 when the key %s [§4 All endpoints need; §4.3 Response 401; §5 The security requirement, When the key; §7 401]`,
      async (_, key) => {
        const response = await service.call(path, init, { 'x-service-key': key });
        expect(response.status).toBe(401);
        expect(response.headers.get('content-type')).toBe('application/json');
        const body = errorBody.strict().parse(await response.json());
        expect(body).toMatchObject({
          statusCode: 401,
          path,
          message: expect.stringContaining('x-service-key'),
        });
      },
    );
  }

  it('is refused once it is revoked [§5 The security requirement, When the key]', async () => {
    const key = await addKey('left', { revoked: true });
    const response = await service.call('/v2/pre-recorded', {}, { 'x-service-key': key });
    expect(response.status).toBe(401);
  });

  it('is refused once its secret was changed, and the new one is accepted', async () => {
    const { key, secret } = await createKey('One');
    const status = async (sent: string) =>
      (await service.call('/v2/pre-recorded', {}, { 'x-service-key': sent })).status;
    expect(await status(secret)).toBe(200);
    const changed = await rotateKey(key.id);
    expect(await status(secret)).toBe(401);
    expect(await status(changed.secret)).toBe(200);
    await revokeKey(key.id);
    expect(await status(changed.secret)).toBe(401);
  });

  it('has its last use noted by a request, also where nothing can be written', async () => {
    const { secret } = await createKey('One');
    const disk = fillDisk('keys');
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    expect((await service.call('/v2/pre-recorded', {}, { 'x-service-key': secret })).status).toBe(200);
    expect(warn).toHaveBeenCalledOnce();
    disk.mockRestore();
    await service.call('/v2/pre-recorded', {}, { 'x-service-key': secret });
    const used = (await findKey(secret))?.last_used_at ?? '';
    expect(Math.abs(Date.parse(used) - Date.now())).toBeLessThan(60_000);
  });

  it('is that of the app for an audio element, which can send none, and for nothing else', async () => {
    const audio = await putAudio();
    const job = await putJob({ audio_id: audio.id });
    const app = createApp();
    const ask = async (destination: string, method = 'GET', headers = {}) => {
      const request = new Request(`${ORIGIN}/v2/pre-recorded/${job.id}/file`, { method, headers });
      Object.defineProperty(request, 'destination', { value: destination });
      return (await app.fetch(request)).status;
    };
    expect(await ask('audio')).toBe(200);
    expect(await ask('video', 'GET', { range: 'bytes=0-1' })).toBe(206);
    expect(await ask('audio', 'GET', { 'x-service-key': 'wrong' })).toBe(401);
    for (const destination of ['', 'image', 'document', 'script']) expect(await ask(destination)).toBe(401);
    expect(await ask('audio', 'HEAD')).toBe(401);
  });

  it('is checked before the body is read', async () => {
    const response = await service.call('/v2/pre-recorded', asJson('{broken'), { 'x-service-key': null });
    expect(response.status).toBe(401);
  });

  it('is accepted with blanks around it, and header names in any case [§5 Scheme, Header name, Value]', async () => {
    const response = await service.call(
      '/v2/pre-recorded',
      {},
      {
        'x-service-key': null,
        'X-Service-Key': ` ${service.key} `,
      },
    );
    expect(response.status).toBe(200);
  });
});

describe('§7: a caller with another key', () => {
  it('gets 404 for a job, its audio and its upload, and cannot delete or reuse them [§5 Key]', async () => {
    const audio = await putAudio();
    const job = await putJob({ audio_id: audio.id });
    const other = { 'x-service-key': await addKey('other') };
    const status = async (path: string, init: RequestInit = {}) =>
      (await service.call(path, init, other)).status;
    expect(await status(`/v2/pre-recorded/${job.id}`)).toBe(404);
    expect(await status(`/v2/pre-recorded/${job.id}/file`)).toBe(404);
    expect(await status(`/v2/upload/${audio.id}`)).toBe(404);
    expect(await status(`/v2/pre-recorded/${job.id}`, { method: 'DELETE' })).toBe(404);
    expect(await status('/v2/pre-recorded', asJson({ audio_url: audio.address }))).toBe(404);
    expect(await status('/v2/upload', asJson({ audio_url: audio.address }))).toBe(404);
    const ofJob = `${ORIGIN}/v2/pre-recorded/${job.id}/file`;
    expect(await status('/v2/pre-recorded', asJson({ audio_url: ofJob }))).toBe(404);
    const list = await service.call('/v2/pre-recorded', {}, other);
    expect((await list.json()).items).toEqual([]);
    expect((await service.call(`/v2/pre-recorded/${job.id}`)).status).toBe(200);
  });

  it('owns its own jobs, and the app sees them too', async () => {
    const other = { 'x-service-key': await addKey('other') };
    const created = await service.call(
      '/v2/pre-recorded',
      asJson({ audio_url: 'https://elsewhere.example/a.mp3' }),
      other,
    );
    const { id } = await created.json();
    expect((await service.call(`/v2/pre-recorded/${id}`, {}, other)).status).toBe(200);
    expect((await service.call(`/v2/pre-recorded/${id}`)).status).toBe(200);
    expect((await (await service.call('/v2/pre-recorded')).json()).items).toHaveLength(1);
  });
});
