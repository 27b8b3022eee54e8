import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { errorBody } from '../../src/contract/errors/error-body.ts';
import { resolveAudio } from '../../src/host/run/speech/resolve-audio.ts';
import type { Limits } from '../../src/storage/database/records.ts';
import { jobIdsByStatus } from '../../src/storage/jobs/job-store.ts';
import { updateSettings } from '../../src/storage/settings/settings-store.ts';
import { addKey, asJson, type Service, startService } from './service.ts';
import { putAudio, putJob } from './stored.ts';

const HELLO = readFileSync(new URL('../fixtures/mini/audio/en_hello.wav', import.meta.url));
const REMOTE = 'https://elsewhere.example/a.wav';

let service: Service;
beforeEach(async () => {
  service = await startService();
});
afterEach(() => vi.unstubAllGlobals());

const limit = (change: Partial<Limits>) =>
  updateSettings(({ limits }) => ({ limits: { ...limits, ...change } }));

function upload() {
  const form = new FormData();
  form.append('audio', new File([Uint8Array.from(HELLO)], 'hello.wav'));
  return service.call('/v2/upload', { method: 'POST', body: form });
}

const create = (audio_url = REMOTE) => service.call('/v2/pre-recorded', asJson({ audio_url }));

async function expectRefusal(response: Response, status: 413 | 429, message: RegExp) {
  expect(response.status).toBe(status);
  expect(Number(response.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
  const body = errorBody.strict().parse(await response.json());
  expect(body.message).toMatch(message);
}

describe('§8: limits', () => {
  it('are those of the device alone, until the settings say otherwise [§8 Maximum file size]', async () => {
    expect((await upload()).status).toBe(200);
    for (let index = 0; index < 30; index++) expect((await create()).status).toBe(200);
  });

  it('of the file size refuse an upload with 413 and Retry-After [§8 Maximum file size]', async () => {
    await limit({ max_file_bytes: HELLO.length - 1 });
    await expectRefusal(await upload(), 413, /the settings allow/);
    await limit({ max_file_bytes: HELLO.length });
    expect((await upload()).status).toBe(200);
  });

  it('of the file size refuse an upload that announces too much before its body is read', async () => {
    await limit({ max_file_bytes: 1000 });
    const response = await service.call(
      '/v2/upload',
      { method: 'POST', body: 'never read' },
      { 'content-type': 'multipart/form-data; boundary=b', 'content-length': '90000000' },
    );
    await expectRefusal(response, 413, /^The file is/);
  });

  it('of the duration refuse an upload with 413 and Retry-After [§8 Maximum file size]', async () => {
    await limit({ max_duration: 0.5 });
    await expectRefusal(
      await upload(),
      413,
      /^The recording is [\d.]+ s long, but the settings allow at most 0\.5 s\./,
    );
    await limit({ max_duration: 3600 });
    expect((await upload()).status).toBe(200);
  });

  it('refuse a job for audio that was uploaded before they were lowered', async () => {
    const { address } = await putAudio({ audio_duration: 600 });
    await limit({ max_duration: 300 });
    await expectRefusal(
      await create(address),
      413,
      /10 minutes long, but the settings allow at most 5 minutes/,
    );
  });

  it('hold for remote audio, when it is uploaded and when a job fetches it', async () => {
    await limit({ max_file_bytes: HELLO.length - 1 });
    vi.stubGlobal('fetch', async () => new Response(Uint8Array.from(HELLO)));
    await expectRefusal(await service.call('/v2/upload', asJson({ audio_url: REMOTE })), 413, /^The file is/);
    const job = await putJob();
    await expect(resolveAudio(job, new AbortController().signal)).rejects.toMatchObject({ status: 413 });
  });

  it('of queued jobs refuse one more with 429 and Retry-After, until one is gone [§8 Maximum file size]', async () => {
    await limit({ max_queued_jobs: 2 });
    const { id } = await (await create()).json();
    expect((await create()).status).toBe(200);
    await putJob({ status: 'done' });
    await expectRefusal(await create(), 429, /2 queued jobs/);
    await service.call(`/v2/pre-recorded/${id}`, { method: 'DELETE' });
    expect((await create()).status).toBe(200);
  });

  it('of queued jobs hold for requests that come all at once', async () => {
    await limit({ max_queued_jobs: 2 });
    const answers = await Promise.all(Array.from({ length: 6 }, () => create()));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 429, 429, 429, 429]);
    expect(await jobIdsByStatus('queued')).toHaveLength(2);
  });

  it('of requests per minute refuse a key’s next one with 429 and Retry-After, and no other key’s [§8 Maximum file size]', async () => {
    await limit({ requests_per_minute: 3 });
    for (let index = 0; index < 3; index++) expect((await service.call('/v2/pre-recorded')).status).toBe(200);
    const refused = await service.call('/v2/pre-recorded');
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(60);
    await expectRefusal(refused, 429, /3 requests per minute/);
    const other = { 'x-service-key': await addKey('other') };
    expect((await service.call('/v2/pre-recorded', {}, other)).status).toBe(200);
    expect((await service.call('/v2/pre-recorded', {}, { 'x-service-key': 'wrong' })).status).toBe(401);
    expect((await service.call('/v2/openapi.json')).status).toBe(200);
  });
});
