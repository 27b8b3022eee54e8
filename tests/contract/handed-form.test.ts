import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { handOver } from '../../src/client/api/hand-over.ts';
import { HANDED_FORM, type HandedForm } from '../../src/contract/jobs/handed-form.ts';
import { uploadedFile } from '../../src/contract/jobs/uploaded-file.ts';
import { answerHandedForm } from '../../src/realms/service-worker/answer-handed-form.ts';
import { createApp } from '../../src/service/router.ts';
import { database } from '../../src/storage/database/database.ts';
import { updateSettings } from '../../src/storage/settings/settings-store.ts';
import { room } from '../fakes/empty-database.ts';
import { ORIGIN, type Service, startService } from './service.ts';

const bytes = readFileSync(join(import.meta.dirname, '../fixtures/mini/audio/en_hello.wav'));
const hello = (name = 'en_hello.wav') => new File([bytes], name);

/** A worker as the page sees it; what it is sent reaches the real service. */
class Worker {
  readonly got: HandedForm[] = [];
  /** Ends it before it has answered: its lock is free then. */
  end: () => void = () => undefined;
  readonly #ended = new Promise<Response>((_, reject) => {
    this.end = () => reject(new Error('ended'));
  });

  constructor(private readonly answer: 'answers' | 'is of an older version' | 'is ended') {}

  postMessage(message: HandedForm, [port]: [MessagePort]): void {
    const { parts, ...form } = message;
    this.got.push(message);
    if (message.type !== HANDED_FORM || this.answer === 'is of an older version') return;
    const app = createApp();
    answerHandedForm(form, port, async (request) =>
      this.answer === 'is ended' ? this.#ended : app.fetch(request, { parts, home: ORIGIN }),
    ).catch(() => undefined);
  }
}

let service: Service;
let sent: ReturnType<typeof vi.fn>;
beforeEach(async () => {
  service = await startService();
  sent = vi.fn(async () => new Response('by fetch'));
  vi.stubGlobal('location', new URL(ORIGIN));
  vi.stubGlobal('fetch', sent);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function control(worker: Worker | null): void {
  vi.stubGlobal('navigator', {
    locks: navigator.locks,
    storage: navigator.storage,
    serviceWorker: { controller: worker },
  });
}

function upload(audio: File | string = hello(), init: RequestInit = {}): Promise<Response> {
  const body = new FormData();
  body.append('audio', audio);
  return handOver('/v2/upload', { method: 'POST', headers: { 'x-service-key': service.key }, body, ...init });
}

async function storedRows(): Promise<number[]> {
  const db = await database();
  return [await db.count('audio'), await db.count('audio-pieces')];
}

describe('a form handed to the service worker', () => {
  it.each(['en_hello.wav', 'Gespräch 会話 🎧.wav', 'say "hi"; again.wav'])(
    'stores %s as a request would, with no body on the way [§4.1 *]',
    async (name) => {
      control(new Worker('answers'));
      const response = await upload(hello(name));
      expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/json']);
      const { audio_url, audio_metadata } = uploadedFile.strict().parse(await response.json());
      expect(audio_metadata).toMatchObject({ filename: name, size: bytes.length, extension: 'wav' });
      expect(audio_url).toBe(`${ORIGIN}/v2/upload/${audio_metadata.id}`);
      const stored = await service.call(audio_url);
      expect(Buffer.from(await stored.arrayBuffer()).equals(bytes)).toBe(true);
      expect(sent).not.toHaveBeenCalled();
    },
  );

  it('is stored under a name without a path, whatever the page says', async () => {
    control(new Worker('answers'));
    const { audio_metadata } = await (await upload(hello('../../etc/talk.wav'))).json();
    expect(audio_metadata.filename).toBe('talk.wav');
  });

  it('is refused like a request: without a file, by its key, its size, its content and the rate', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    control(new Worker('answers'));
    const refusal = async (audio?: File | string, init?: RequestInit) => {
      const response = await upload(audio, init);
      const { message, path, statusCode, validation_errors } = await response.json();
      expect([path, statusCode]).toEqual(['/v2/upload', response.status]);
      return [response.status, validation_errors?.[0] ?? message];
    };
    expect(await refusal('hello')).toEqual([400, 'audio must be a file: its part has no filename']);
    expect(await refusal(hello(), { headers: { 'x-service-key': 'ek_wrong' } })).toEqual([
      401,
      expect.stringContaining('is not valid'),
    ]);
    expect(await refusal(new File([], 'empty.wav'))).toEqual([400, 'audio must not be an empty file']);
    expect((await refusal(new File(['no audio at all'], 'text.wav')))[0]).toBe(415);
    Object.assign(room, { quota: 2_000_000, usage: 1_999_000 });
    expect((await refusal())[0]).toBe(507);
    Object.assign(room, { quota: 1e10, usage: 0 });
    await updateSettings((settings) => ({
      ...settings,
      limits: { ...settings.limits, max_file_bytes: 1_000 },
    }));
    expect((await refusal())[0]).toBe(413);
    await updateSettings((settings) => ({
      ...settings,
      limits: { ...settings.limits, requests_per_minute: 1 },
    }));
    await upload();
    const limited = await upload();
    expect([limited.status, Number(limited.headers.get('retry-after'))]).toEqual([429, expect.any(Number)]);
    expect(await storedRows()).toEqual([0, 0]);
  });

  it('rejects at once when it is aborted, and leaves nothing behind', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const aborting = new AbortController();
    const worker = new Worker('answers');
    control(worker);
    const large = new File([bytes, new Uint8Array(40_000_000)], 'large.wav');
    const put = vi.spyOn(IDBObjectStore.prototype, 'put');
    const uploading = upload(large, { signal: aborting.signal });
    const pieces = () =>
      put.mock.contexts.filter((store) => store instanceof IDBObjectStore && store.name === 'audio-pieces')
        .length;
    await vi.waitUntil(() => pieces() > 0, { interval: 1 });
    aborting.abort(new DOMException('Enough.', 'AbortError'));
    await expect(uploading).rejects.toThrow('Enough.');
    // The lock is the worker's until it has answered.
    await navigator.locks.request(worker.got[0]?.lock ?? '', () => undefined);
    expect(await storedRows()).toEqual([0, 0]);
    expect(pieces()).toBeLessThan(10);
    await expect(upload(hello(), { signal: AbortSignal.abort() })).rejects.toThrow(/abort/i);
    expect(worker.got).toHaveLength(1);
  });

  it('rejects like fetch if the worker is ended before it has answered', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const worker = new Worker('is ended');
    control(worker);
    const locked = vi.spyOn(navigator.locks, 'request');
    const rejected = expect(upload()).rejects.toThrow(TypeError);
    // By the worker, then by the page.
    await vi.waitUntil(() => locked.mock.calls.length === 2);
    worker.end();
    await vi.waitUntil(() => vi.getTimerCount() > 0);
    await vi.advanceTimersByTimeAsync(10_000);
    await rejected;
    expect(sent).not.toHaveBeenCalled();
  });
});

describe('what is not handed over', () => {
  it('is fetched if the worker does not know such forms', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    control(new Worker('is of an older version'));
    const uploading = upload();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await (await uploading).text()).toBe('by fetch');
    expect(sent.mock.calls[0]?.[1].body).toBeInstanceOf(FormData);
  });

  it('is fetched without a worker, and if it is no form', async () => {
    control(null);
    expect(await (await upload()).text()).toBe('by fetch');
    control(new Worker('answers'));
    const init = { method: 'POST', body: '{}' };
    expect(await (await handOver('/v2/pre-recorded', init)).text()).toBe('by fetch');
    expect(sent).toHaveBeenLastCalledWith('/v2/pre-recorded', init);
  });
});
