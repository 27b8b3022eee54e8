import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { answerOpenAi } from '../../src/client/openai/answer-openai.ts';
import { createdJob, preRecordedJob } from '../../src/contract/jobs/pre-recorded-job.ts';
import { type ChannelMessage, onChannelMessage } from '../../src/contract/realms/channel.ts';
import { deleteJob, getJob, jobIdsByStatus } from '../../src/storage/jobs/job-store.ts';
import { OWN_MODEL_DESCRIPTION, putModelFile } from '../../src/storage/models/model-file-store.ts';
import { updateSettings } from '../../src/storage/settings/settings-store.ts';
import { asJson, ORIGIN, type Service, startService } from './service.ts';
import { putAudio, putJob } from './stored.ts';

const HELLO = join(import.meta.dirname, '../fixtures/mini/audio/en_hello.wav');
const REMOTE = 'https://elsewhere.example/talks/one.mp3';

let service: Service;
beforeEach(async () => {
  service = await startService();
});

const create = (body: unknown, headers: Record<string, string | null> = {}) =>
  service.call('/v2/pre-recorded', asJson(body), headers);

async function createAndRead(body: unknown, headers: Record<string, string | null> = {}) {
  const response = await create(body, headers);
  expect(response.status).toBe(200);
  const created = createdJob.strict().parse(await response.json());
  const read = await service.call(created.result_url);
  return { created, job: preRecordedJob.strict().parse(await read.json()) };
}

describe('§4.2: creating a job', () => {
  it('answers 200 with the id and an address on the origin of the request, where the job is read [§4.2 Method and path, Success, Rules]', async () => {
    const { created, job } = await createAndRead({ audio_url: REMOTE });
    expect(created.result_url).toBe(`${ORIGIN}/v2/pre-recorded/${created.id}`);
    expect(job.id).toBe(created.id);
  });

  it('leaves the model to the languages and the installed models, if asked, and echoes that', async () => {
    const { created, job } = await createAndRead({ audio_url: REMOTE, model: 'automatic' });
    expect(job.request_params?.model).toBe('automatic');
    expect(await getJob(created.id)).toMatchObject({ automatic: true, params: { model: 'stt-1' } });
    expect(
      (await getJob((await createAndRead({ audio_url: REMOTE })).created.id))?.automatic,
    ).toBeUndefined();
  });

  it('uses the origin that the caller used, whatever it is', async () => {
    const response = await service.call(
      'http://127.0.0.1:13277/v2/pre-recorded',
      asJson({ audio_url: REMOTE }),
    );
    expect((await response.json()).result_url).toMatch(/^http:\/\/127\.0\.0\.1:13277\/v2\/pre-recorded\//);
  });

  it('queues the job (§3), with nothing known yet of a remote file [§2.2 request_id, version, created_at, kind; §3 queued; §9 Every job carries]', async () => {
    const { job } = await createAndRead({ audio_url: REMOTE });
    expect(job).toMatchObject({
      status: 'queued',
      version: 2,
      kind: 'pre-recorded',
      request_id: `G-${job.id.slice(0, 8)}`,
      completed_at: null,
      error_code: null,
      custom_metadata: null,
      file: null,
      result: null,
      post_session_metadata: { waiting: null, progress: 0, seconds_left: null },
    });
    expect(Math.abs(Date.parse(job.created_at) - Date.now())).toBeLessThan(60_000);
  });

  it('tells the other realms, once the job can be read', async () => {
    const stop = new AbortController();
    const message = new Promise<ChannelMessage>((resolve) => onChannelMessage(resolve, stop.signal));
    const { id } = await (await create({ audio_url: REMOTE })).json();
    expect(await message).toEqual({ type: 'job-queued', id });
    stop.abort();
  });

  it('knows the file of an upload (§2.3) [§2.2 file; §2.3 *]', async () => {
    const audio = await putAudio({ source: 'https://elsewhere.example/talk.wav' });
    const { job } = await createAndRead({ audio_url: audio.address });
    expect(job.file).toEqual({
      id: audio.id,
      filename: 'talk.wav',
      source: 'https://elsewhere.example/talk.wav',
      audio_duration: 12.5,
      number_of_channels: 2,
    });
    expect(job.request_params?.audio_url).toBe(audio.address);
  });

  it('accepts the audio address of another job', async () => {
    const audio = await putAudio();
    const first = await putJob({ audio_id: audio.id });
    const { job } = await createAndRead({ audio_url: `${ORIGIN}/v2/pre-recorded/${first.id}/file` });
    expect(job.file?.id).toBe(audio.id);
  });

  it('takes the same path on another origin for a remote file', async () => {
    const { job } = await createAndRead({ audio_url: 'https://elsewhere.example/v2/upload/some-id' });
    expect(job.file).toBeNull();
  });

  it.each([
    `/v2/upload/6f1c0a52-5f0e-4f44-9a53-0d6a7e1b2c3d`,
    '/v2/upload/not-a-uuid',
    '/v2/pre-recorded/6f1c0a52-5f0e-4f44-9a53-0d6a7e1b2c3d/file',
  ])('is 404 when audio_url is our own and leads nowhere: %s', async (path) => {
    const response = await create({ audio_url: ORIGIN + path });
    expect(response.status).toBe(404);
    expect((await response.json()).message).toContain('Upload the file again');
  });

  it('never stores a job whose audio is deleted at the same moment', async () => {
    const audio = await putAudio();
    const only = await putJob({ audio_id: audio.id });
    const [response] = await Promise.all([create({ audio_url: audio.address }), deleteJob(only.id)]);
    const stored = await service.call(`/v2/upload/${audio.id}`);
    expect([response.status, stored.status]).toEqual(response.status === 200 ? [200, 200] : [404, 404]);
  });
});

describe('the name of a model of the user’s own', () => {
  it('is used like stt-1, on that model, and any other name is a 400', async () => {
    const name = 'Dentist Whisper';
    expect((await create({ audio_url: REMOTE, model: name })).status).toBe(400);
    await putModelFile({
      model_id: 'dentist-whisper',
      path: OWN_MODEL_DESCRIPTION,
      size: 2,
      received: 2,
      chunks: 1,
      sha256: null,
      etag: null,
      revision: null,
      complete: true,
    });
    const { created } = await createAndRead({ audio_url: REMOTE, model: name });
    expect(await getJob(created.id)).toMatchObject({
      own_model: 'dentist-whisper',
      params: { model: 'stt-1' },
    });
    expect((await create({ audio_url: REMOTE, model: 'another' })).status).toBe(400);
  });
});

describe('when the model is missing', () => {
  const whenMissing = async (headers: Record<string, string>) => {
    const { created } = await createAndRead({ audio_url: REMOTE }, headers);
    return (await getJob(created.id))?.when_model_missing;
  };

  it('the job waits, unless the setting or the header says otherwise', async () => {
    expect(await whenMissing({})).toBe('wait');
    expect(await whenMissing({ 'x-earshot-when-model-missing': 'fail' })).toBe('fail');
    await updateSettings(() => ({ when_model_missing: 'fail' }));
    expect(await whenMissing({})).toBe('fail');
    expect(await whenMissing({ 'x-earshot-when-model-missing': 'wait' })).toBe('wait');
  });

  it('another value of the header is a 400', async () => {
    const response = await create({ audio_url: REMOTE }, { 'x-earshot-when-model-missing': 'maybe' });
    expect(response.status).toBe(400);
    expect((await response.json()).validation_errors).toEqual([
      'x-earshot-when-model-missing must be one of wait, fail',
    ]);
  });
});

describe('the script of Chinese and the languages of the person', () => {
  it('are those of the settings when the job was created', async () => {
    const job = async () => getJob((await createAndRead({ audio_url: REMOTE })).created.id);
    expect(await job()).not.toHaveProperty('spoken_languages');
    await updateSettings(() => ({ chinese_script: 'traditional', spoken_languages: ['de'] }));
    expect(await job()).toMatchObject({ chinese_script: 'traditional', spoken_languages: ['de'] });
  });

  it('are those of a job by /v1, too', async () => {
    await updateSettings(() => ({ spoken_languages: ['de', 'fr'] }));
    vi.stubGlobal('fetch', (address: URL | string, init?: RequestInit) =>
      service.call(String(address), init),
    );
    const form = new FormData();
    form.append('file', new File([new Uint8Array(readFileSync(HELLO))], 'hello.wav'));
    form.append('model', 'whisper-1');
    const leaving = new AbortController();
    const headers = { authorization: `Bearer ${service.key}` };
    const sent = { method: 'POST', body: form, headers, signal: leaving.signal };
    const answer = answerOpenAi(new Request(`${ORIGIN}/v1/audio/transcriptions`, sent), `${ORIGIN}/v1`);
    try {
      const id = await vi.waitUntil(async () => (await jobIdsByStatus('queued'))[0]);
      expect(await getJob(id)).toMatchObject({
        spoken_languages: ['de', 'fr'],
        params: { language_config: { languages: [] } },
      });
    } finally {
      leaving.abort();
      await answer;
      vi.unstubAllGlobals();
    }
  });
});

describe('a draft by the small English model', () => {
  const isAllowed = async (request: Record<string, unknown> = {}) => {
    const { created, job } = await createAndRead({ audio_url: REMOTE, ...request });
    return [(await getJob(created.id))?.allow_draft ?? false, job.request_params];
  };
  const letDraft = (allow: boolean) => {
    const clients = { base_addresses: [], key_headers: [], models: {} };
    return updateSettings(() => ({ clients: allow ? { ...clients, allow_drafts: true } : clients }));
  };

  it('is written only where the request or the operator allows it; the request decides', async () => {
    expect(await isAllowed()).toEqual([false, expect.not.objectContaining({ allow_draft: false })]);
    expect(await isAllowed({ allow_draft: true })).toEqual([
      true,
      expect.objectContaining({ allow_draft: true }),
    ]);
    await letDraft(true);
    expect((await isAllowed())[0]).toBe(true);
    expect((await isAllowed({ allow_draft: false }))[0]).toBe(false);
  });
});

describe('another language in the middle of a recording', () => {
  it('is told, unless the header asks for a switch [§2.6 code_switching]', async () => {
    const switches = async (headers: Record<string, string>) => {
      const { created } = await createAndRead({ audio_url: REMOTE }, headers);
      return (await getJob(created.id))?.switch_languages ?? false;
    };
    expect(await switches({})).toBe(false);
    expect(await switches({ 'x-earshot-other-languages': 'tell' })).toBe(false);
    expect(await switches({ 'x-earshot-other-languages': 'switch' })).toBe(true);
    const refused = await create({ audio_url: REMOTE }, { 'x-earshot-other-languages': 'maybe' });
    expect(refused.status).toBe(400);
    expect((await refused.json()).validation_errors).toEqual([
      'x-earshot-other-languages must be one of tell, switch',
    ]);
  });
});

describe('a body that is not JSON as it should be', () => {
  it.each(['{broken', '', '{"audio_url": "https://a.example/b.mp3"} trailing', "{'audio_url': 1}", '\u0000'])(
    'is 400 for broken JSON: %j',
    async (body) => {
      const response = await create(body);
      expect(response.status).toBe(400);
      expect((await response.json()).validation_errors).toEqual(['body must be valid JSON']);
    },
  );

  it.each(['null', '[]', '"text"', '7', 'true'])('is 400 for JSON that is no object: %s', async (body) => {
    const response = await create(body);
    expect(response.status).toBe(400);
    expect((await response.json()).validation_errors).toEqual(['body must be an object']);
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'application', ''])(
    'is 415 for the content type %j',
    async (type) => {
      const response = await create({ audio_url: REMOTE }, { 'content-type': type });
      expect(response.status).toBe(415);
      expect((await response.json()).message).toContain('application/json');
    },
  );

  it.each(['application/json; charset=utf-8', 'Application/JSON'])(
    'is read with the content type %s',
    async (type) => {
      expect((await create({ audio_url: REMOTE }, { 'content-type': type })).status).toBe(200);
    },
  );

  it('is 413 for 10 MB of JSON, told and untold', async () => {
    const body = JSON.stringify({ audio_url: REMOTE, custom_metadata: { note: 'x'.repeat(10_000_000) } });
    for (const headers of [{ 'content-length': String(body.length) }, { 'content-length': null }]) {
      const response = await create(body, headers);
      expect(response.status).toBe(413);
      expect((await response.json()).message).toContain('1048576 bytes');
    }
  });

  it('is no longer read once it is too long', async () => {
    let sent = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += 65_536;
        controller.enqueue(new Uint8Array(65_536).fill(32));
      },
    });
    const response = await service.call('/v2/pre-recorded', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: endless,
      // Required by Node, unknown to the browser's types.
      ...{ duplex: 'half' },
    });
    expect(response.status).toBe(413);
    expect(sent).toBeLessThan(2 * 1024 * 1024);
  });

  it('is read, with the same limit, in a browser without Request.body', async () => {
    const body = vi.spyOn(Request.prototype, 'body', 'get').mockReturnValue(null);
    onTestFinished(() => body.mockRestore());
    expect((await create({ audio_url: REMOTE })).status).toBe(200);
    const long = JSON.stringify({ audio_url: REMOTE, custom_metadata: { note: 'x'.repeat(2_000_000) } });
    const refused = await create(long, { 'content-length': null });
    expect(refused.status).toBe(413);
    expect((await refused.json()).message).toContain('1048576 bytes');
    const broken = await create('{', {});
    expect((await broken.json()).validation_errors).toEqual(['body must be valid JSON']);
  });

  it('is 400 when it is nested so deep that it could not be stored', async () => {
    const deep = (levels: number) =>
      `{"audio_url":"${REMOTE}","custom_metadata":{"a":${'['.repeat(levels)}${']'.repeat(levels)}}}`;
    expect((await create(deep(90))).status).toBe(200);
    const response = await create(deep(200_000));
    expect(response.status).toBe(400);
    expect((await response.json()).validation_errors).toEqual(['body must have at most 100 levels']);
  });

  it('cannot reach the prototypes of objects', async () => {
    const { job } = await createAndRead(
      `{"audio_url":"${REMOTE}","__proto__":{"model":"stt-3"},"custom_metadata":{"__proto__":{"x":1},"constructor":2}}`,
    );
    expect(job.request_params?.model).toBe('stt-1');
    expect(Object.hasOwn(Object.prototype, 'x')).toBe(false);
  });
});
