import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  readClientSettings,
  type WrittenClientSettings,
} from '../../src/contract/clients/client-settings.ts';
import { errorBody } from '../../src/contract/errors/error-body.ts';
import { LANGUAGE_MODEL_NAMES } from '../../src/contract/jobs/model-name.ts';
import { AppError } from '../../src/lib/errors/errors.ts';
import { catalogue } from '../../src/models/manifest/catalogue.ts';
import { answerAtFurtherAddress, mayBeForService } from '../../src/service/further-addresses.ts';
import { getJob } from '../../src/storage/jobs/job-store.ts';
import { setPageClients, updateSettings } from '../../src/storage/settings/settings-store.ts';
import { caseRows } from '../runner/case-rows.ts';
import { addKey, asJson, ORIGIN, type Service, startService } from './service.ts';
import { putAudio, putJob } from './stored.ts';
import { faultsOf } from './validate-by-schema.ts';

const HOSTED = 'https://api.hosted.example';
const WAV = readFileSync(new URL('../fixtures/containers/pcm_s16.wav', import.meta.url));

let service: Service;
let page: string | null = null;
beforeEach(async () => {
  service = await startService();
  page = null;
});
afterEach(() => vi.restoreAllMocks());

const configure = (written: WrittenClientSettings) =>
  updateSettings(() => ({ clients: readClientSettings(written, ORIGIN) }));

/** A request as received by the worker: any URL, with the app's key unless other headers are given. */
async function call(address: string, init: RequestInit = {}, headers: Record<string, string> = {}) {
  const request = new Request(address, {
    ...init,
    headers: { 'x-service-key': service.key, ...Object.fromEntries(new Headers(init.headers)), ...headers },
  });
  return answerAtFurtherAddress(request, { page: async () => page, home: ORIGIN });
}

async function answered(address: string, init: RequestInit = {}, headers: Record<string, string> = {}) {
  const response = await call(address, init, headers);
  if (!response) throw new Error(`${address} was left to the network.`);
  return response;
}

const upload = () => {
  const form = new FormData();
  form.append('audio', new File([WAV], 'talk.wav'));
  return { method: 'POST', body: form };
};

describe('a further base address', () => {
  it('is served only where it was configured', async () => {
    expect(await call(`${HOSTED}/v2/pre-recorded`)).toBeNull();
    await configure({ baseAddresses: [HOSTED] });
    // The scheme, and a dot behind the host, lead to the same host.
    for (const same of [
      `${HOSTED}/v2/pre-recorded`,
      'http://api.hosted.example/v2/pre-recorded',
      'https://api.hosted.example./v2/pre-recorded',
    ]) {
      expect((await answered(same)).status, same).toBe(200);
    }
    // Nothing is sent to the host; the guard of pages makes one of doubled slashes.
    expect(await call(`${HOSTED}//v2//pre-recorded`)).not.toBeNull();
    for (const other of [
      'https://api.hosted.example:8443/v2/pre-recorded',
      'https://hosted.example/v2/pre-recorded',
      'https://api.hosted.example.evil.example/v2/pre-recorded',
      `${HOSTED}/other/v2/pre-recorded`,
      `${HOSTED}/v1/pre-recorded`,
      `${HOSTED}/v20/pre-recorded`,
      `${HOSTED}/`,
    ]) {
      expect(await call(other), other).toBeNull();
    }
    await configure({});
    expect(await call(`${HOSTED}/v2/pre-recorded`)).toBeNull();
  });

  it('may have a path, on another site and on this one, which counts to the letter', async () => {
    await configure({ baseAddresses: ['https://proxy.example/stt', '/speech'] });
    for (const base of ['https://proxy.example/stt', `${ORIGIN}/speech`]) {
      const page = await (await answered(`${base}/v2/pre-recorded?limit=5`)).json();
      expect(page.current).toBe(`${base}/v2/pre-recorded?limit=5&offset=0`);
      expect((await answered(`${base}/v2/pre-recorded/`)).status).toBe(200);
      expect(await call(`${base}x/v2/pre-recorded`)).toBeNull();
      expect(await call(`${base}/deeper/v2/pre-recorded`)).toBeNull();
    }
    expect(await call('https://proxy.example/v2/pre-recorded')).toBeNull();
    expect(await call('https://proxy.example/STT/v2/pre-recorded')).toBeNull();
  });

  it.each([HOSTED, 'https://proxy.example/stt', `${ORIGIN}/speech`])(
    '%s stands in every address of its answers, and these are known again',
    async (base) => {
      await configure({ baseAddresses: [base] });
      const { audio_url } = await (await answered(`${base}/v2/upload`, upload())).json();
      expect(audio_url.startsWith(`${base}/v2/upload/`)).toBe(true);
      const response = await answered(`${base}/v2/pre-recorded`, asJson({ audio_url }));
      const { id, result_url } = await response.json();
      expect(result_url).toBe(`${base}/v2/pre-recorded/${id}`);
      const job = await (await answered(result_url)).json();
      expect(job).toMatchObject({ id, status: 'queued', file: { filename: 'talk.wav' } });
      expect((await answered(`${result_url}/file`)).headers.get('content-type')).toBe('audio/wav');
      expect((await answered(audio_url)).status).toBe(200);
      expect((await answered(result_url, { method: 'DELETE' })).status).toBe(202);
      expect((await answered(result_url)).status).toBe(404);
    },
  );

  it('leads to the same audio as the address of the app, either way round', async () => {
    await configure({ baseAddresses: [HOSTED] });
    const { audio_url } = await (await answered(`${HOSTED}/v2/upload`, upload())).json();
    expect((await service.call('/v2/pre-recorded', asJson({ audio_url }))).status).toBe(200);
    const own = await putAudio();
    const response = await answered(`${HOSTED}/v2/pre-recorded`, asJson({ audio_url: own.address }));
    const { result_url } = await response.json();
    expect((await (await answered(result_url)).json()).file.id).toBe(own.id);
  });

  it('of two that begin alike, the longer one counts', async () => {
    await configure({
      baseAddresses: ['https://proxy.example/v2', 'https://proxy.example', 'https://proxy.example/a'],
    });
    const { current } = await (await answered('https://proxy.example/a/v2/pre-recorded')).json();
    expect(current).toContain('https://proxy.example/a/v2/pre-recorded');
  });

  it('answers what the interface does not have as it does at home', async () => {
    await configure({ baseAddresses: [HOSTED] });
    const streams = await answered(`${HOSTED}/v2/streams`, { method: 'POST' });
    expect(streams.status).toBe(404);
    expect(errorBody.strict().parse(await streams.json())).toMatchObject({
      path: '/v2/streams',
      statusCode: 404,
    });
    expect((await answered(`${HOSTED}/v2/upload`)).status).toBe(405);
    expect((await answered(`${HOSTED}/v2/openapi.json`)).status).toBe(200);
  });

  it('lets scripts of another origin read its answers, errors too', async () => {
    await configure({ baseAddresses: [HOSTED] });
    for (const address of [
      `${HOSTED}/v2/pre-recorded`,
      `${HOSTED}/v2/pre-recorded/0`,
      `${HOSTED}/v2/nothing`,
    ]) {
      const { headers } = await answered(address);
      expect(headers.get('access-control-allow-origin')).toBe('*');
      expect(headers.get('access-control-expose-headers')).toContain('retry-after');
    }
    const job = await putJob({ audio_id: (await putAudio()).id });
    const ranged = await answered(`${HOSTED}/v2/pre-recorded/${job.id}/file`, {}, { range: 'bytes=2-4' });
    expect([ranged.status, await ranged.text()]).toEqual([206, '234']);
    expect(ranged.headers.get('content-range')).toBe('bytes 2-4/10');
    expect(ranged.headers.get('access-control-allow-origin')).toBe('*');
  });

  it('answers a preflight, without a key', async () => {
    await configure({ baseAddresses: [HOSTED] });
    const response = await answered(
      `${HOSTED}/v2/pre-recorded`,
      { method: 'OPTIONS' },
      {
        'x-service-key': '',
        'access-control-request-method': 'DELETE',
        'access-control-request-headers': 'content-type,x-gladia-key',
      },
    );
    expect(response.status).toBe(204);
    expect(response.headers.get('access-control-allow-methods')?.split(',')).toContain('DELETE');
    expect(response.headers.get('access-control-allow-headers')).toBe('content-type,x-gladia-key');
  });

  it('that may be configured is refused while the settings cannot be read: nothing may leave the device', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(() => {
      throw new DOMException('no', 'UnknownError');
    });
    const response = await answered(`${HOSTED}/v2/upload`, upload());
    expect(response.status).toBe(500);
    expect(errorBody.strict().parse(await response.json()).message).toContain('storage');
  });

  it('is not answered in OpenAI’s wire by the service worker, and nothing of it leaves', async () => {
    const address = `${HOSTED}/v1/audio/transcriptions`;
    expect(await call(address, { method: 'POST' })).toBeNull();
    await configure({ baseAddresses: [`${HOSTED}/v1`] });
    expect((await answered(address, { method: 'POST' }))?.status).toBe(404);
  });

  it('can only be asked for by a request with /v2 in its path that loads no page', () => {
    const may = (address: string) => mayBeForService(new Request(address));
    expect(may(`${HOSTED}/v2/upload`)).toBe(true);
    expect(may(`${HOSTED}/stt/v2`)).toBe(true);
    expect(may(`${HOSTED}/v1/audio/transcriptions`)).toBe(true);
    expect(may(`${HOSTED}/v1/chat/completions`)).toBe(false);
    expect(may(`${HOSTED}/v20/upload`)).toBe(false);
    expect(may(`${HOSTED}/models/v2.bin?x=/v2/`)).toBe(false);
  });
});

describe('a further header for the key', () => {
  it('is taken only where it was configured, at every address', async () => {
    const status = async () =>
      (await service.call('/v2/pre-recorded', {}, { 'x-service-key': null, 'x-gladia-key': service.key }))
        .status;
    expect(await status()).toBe(401);
    await configure({ keyHeaders: ['X-Gladia-Key'] });
    expect(await status()).toBe(200);
  });

  it('carries keys like the usual one: each sees its own jobs, and wrong ones are refused', async () => {
    await configure({ keyHeaders: ['x-gladia-key'] });
    const { id } = await putJob();
    const as = (key: string) =>
      service.call(`/v2/pre-recorded/${id}`, {}, { 'x-service-key': null, 'x-gladia-key': key });
    expect((await as(await addKey('other'))).status).toBe(404);
    const refused = await as('ek_wrong');
    expect(refused.status).toBe(401);
    expect((await refused.json()).message).toContain('x-gladia-key');
    const missing = await service.call('/v2/pre-recorded', {}, { 'x-service-key': null });
    expect((await missing.json()).message).toContain('x-service-key or x-gladia-key');
  });
});

describe('a further name of a model', () => {
  it('means the model that it was configured for; any other is refused', async () => {
    await configure({ models: { 'solaria-1': 'stt-1', 'solaria-3': 'stt-3' } });
    const { address } = await putAudio();
    const create = (model: unknown) =>
      service.call('/v2/pre-recorded', asJson({ audio_url: address, model }));
    const { result_url } = await (await create('solaria-3')).json();
    const job = await (await service.call(new URL(result_url).pathname)).json();
    expect(job.request_params.model).toBe('solaria-3');
    expect(job.post_session_metadata.model).toBe('stt-3');
    expect(faultsOf('PreRecordedResponse', job)).toEqual([]);
    expect((await create('stt-fusion')).status).toBe(200);
    for (const model of ['solaria-2', 'constructor', 7]) expect((await create(model)).status).toBe(400);
  });
});

describe('a further name of a language model', () => {
  it('is accepted for prompts, and echoed as it was sent', async () => {
    await configure({ models: { 'openai/gpt-4o': 'qwen3-0.6b' } });
    const { address } = await putAudio();
    const audio_to_llm_config = { prompts: ['Why?'], model: 'openai/gpt-4o' };
    const body = { audio_url: address, audio_to_llm: true, audio_to_llm_config };
    const { result_url, id } = await (await service.call('/v2/pre-recorded', asJson(body))).json();
    const job = await (await service.call(new URL(result_url).pathname)).json();
    expect(job.request_params.audio_to_llm_config).toEqual(audio_to_llm_config);
    expect((await getJob(id))?.params.audio_to_llm_config?.model).toBe('qwen3-0.6b');
    expect(() => readClientSettings({ models: { 'openai/gpt-4o': 'gpt-4' } }, ORIGIN)).toThrow();
  });

  it('stands for language models of the manifest, the default first', () => {
    const generators = catalogue.filter(
      (model) => model.engine === 'text-generation' && 'scope' in model && model.scope === 'general',
    );
    expect([...LANGUAGE_MODEL_NAMES]).toEqual(generators.map(({ id }) => id));
  });
});

describe('what a page asks for', () => {
  it('holds for the requests of that page alone, besides the settings of the app', async () => {
    await configure({ baseAddresses: ['https://other.example'] });
    const wanted = readClientSettings(
      { baseAddresses: [HOSTED], keyHeaders: ['x-gladia-key'], models: { 'solaria-1': 'stt-1' } },
      ORIGIN,
    );
    await setPageClients('/recorder.html', wanted);
    const list = (base: string) =>
      call(`${base}/v2/pre-recorded`, {}, { 'x-service-key': '', 'x-gladia-key': service.key });
    for (const elsewhere of [null, '/', '/Recorder.html']) {
      page = elsewhere;
      expect(await list(HOSTED)).toBeNull();
      expect((await list('https://other.example'))?.status).toBe(401);
    }
    page = '/recorder.html';
    expect((await list(HOSTED))?.status).toBe(200);
    expect((await list('https://other.example'))?.status).toBe(200);
    await setPageClients('/recorder.html', null);
    expect(await list(HOSTED)).toBeNull();
  });
});

describe('settings for existing clients', () => {
  it('are put into their plain form', () => {
    expect(
      readClientSettings(
        {
          baseAddresses: [
            ' HTTPS://API.Hosted.example:443/ ',
            '/speech/',
            'https://api.hosted.example/v2',
            '/speech',
          ],
          keyHeaders: ['X-Gladia-Key', 'x-gladia-key'],
          models: { 'solaria-1': 'stt-1' },
        },
        ORIGIN,
      ),
    ).toEqual({
      base_addresses: [HOSTED, `${ORIGIN}/speech`],
      key_headers: ['x-gladia-key'],
      models: { 'solaria-1': 'stt-1' },
    });
  });

  it.each<[unknown, string]>(caseRows<[unknown, string]>(import.meta.url, 'wrong'))(
    '%j are refused with the reason',
    (written, reason) => {
      const refusal = () => readClientSettings(written, ORIGIN);
      expect(refusal).toThrow(AppError);
      try {
        refusal();
      } catch (error) {
        expect(error).toMatchObject({ status: 400, details: [expect.stringContaining(reason)] });
      }
    },
  );
});
