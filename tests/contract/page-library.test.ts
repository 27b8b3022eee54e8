import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiClient } from '../../src/client/api/api-client.ts';
import { type SpeechClient, speechClient } from '../../src/client/api/speech-client.ts';
import { announce } from '../../src/contract/realms/channel.ts';
import { PortCalls } from '../../src/embed/port-calls.ts';
import { servePage } from '../../src/embed/serve-page.ts';
import { remedyOf } from '../../src/lib/errors/errors.ts';
import { inEnglish } from '../../src/lib/errors/msg.ts';
import { jobIdsByStatus, updateJob } from '../../src/storage/jobs/job-store.ts';
import { updateSettings } from '../../src/storage/settings/settings-store.ts';
import { said } from '../fakes/corrected-document.ts';
import { eventually } from '../runner/eventually.ts';
import { ORIGIN, type Service, startService } from './service.ts';
import { putJob } from './stored.ts';

let service: Service;
let client: SpeechClient;
/** Called before a response is returned. */
let onAnswer: (method: string, status: number) => Promise<void>;
beforeEach(async () => {
  onAnswer = async () => undefined;
  // There is no page here.
  vi.stubGlobal('document', new EventTarget());
  vi.stubGlobal('addEventListener', () => undefined);
  service = await startService();
  const api = new ApiClient({
    ready: async () => undefined,
    key: async () => service.key,
    fetch: async (input, init) => {
      init?.signal?.throwIfAborted();
      const response = await service.call(String(input), init, { 'x-service-key': service.key });
      await onAnswer(init?.method ?? 'GET', response.status);
      return response;
    },
  });
  client = speechClient(api);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const jobId = async () => (await jobIdsByStatus('queued'))[0];

const statusOf = async (id: string) => (await service.call(`/v2/pre-recorded/${id}`)).status;

describe('cancel', () => {
  it.each(['queued', 'processing'] as const)('deletes a job that is %s', async (status) => {
    const { id } = await putJob({ status });
    await client.cancel(id);
    expect(await statusOf(id)).toBe(404);
  });

  it.each(['done', 'error'] as const)('leaves a job alone that ended as %s', async (status) => {
    const { id } = await putJob({ status });
    await client.cancel(id);
    expect(await statusOf(id)).toBe(200);
  });

  it('may be called again and again while the job ends', async () => {
    const { id } = await putJob({ status: 'processing' });
    await Promise.all(Array.from({ length: 5 }, () => client.cancel(id)));
    await client.cancel(id);
    expect(await statusOf(id)).toBe(404);
  });

  it('tells of every other failure', async () => {
    const { id } = await putJob({ status: 'processing' });
    service.key = 'ek_of_nobody';
    await expect(client.cancel(id)).rejects.toMatchObject({ code: 'unauthorized' });
  });
});

describe('transcribe', () => {
  it('deletes the job when it is aborted before the answer that names it', async () => {
    const stop = new AbortController();
    let answer: () => void = () => undefined;
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    onAnswer = async (method) => {
      if (method !== 'POST') return;
      stop.abort();
      await answered;
    };
    const call = client.transcribe('https://elsewhere.example/a.wav', {}, { signal: stop.signal });
    await expect(call).rejects.toMatchObject({ code: 'cancelled' });
    expect(await jobId()).toBeDefined();
    answer();
    await eventually(async () => expect(await jobId()).toBeUndefined());
  });

  it('makes no job when it is aborted before', async () => {
    const signal = AbortSignal.abort();
    const call = client.transcribe('https://elsewhere.example/a.wav', {}, { signal });
    await expect(call).rejects.toMatchObject({ code: 'cancelled' });
    expect(await jobId()).toBeUndefined();
  });

  it('deletes the job when it is aborted while it runs', async () => {
    const stop = new AbortController();
    const call = client.transcribe(
      'https://elsewhere.example/a.wav',
      {},
      { signal: stop.signal, onUpdate: () => stop.abort() },
    );
    await expect(call).rejects.toMatchObject({ code: 'cancelled' });
    await eventually(async () => expect(await jobId()).toBeUndefined());
  });
});

describe('the failure of a job', () => {
  const failing = async (message: string) => {
    let id: string | undefined;
    const call = client.transcribe(
      'https://elsewhere.example/a.wav',
      {},
      {
        onUpdate: ({ job }) => {
          if (id) return;
          id = job.id;
          const error = { code: 'storage_full', status: 507, message };
          void updateJob(id, () => ({ status: 'error', error })).then(() =>
            announce({ type: 'job-changed', id: job.id, status: 'error', progress: 0, secondsLeft: null }),
          );
        },
      },
    );
    return call.catch((error: unknown) => error);
  };

  it('says what can be done about it', async () => {
    expect(await failing('The disk is full')).toMatchObject({
      code: 'storage_full',
      message: `The disk is full. ${inEnglish(remedyOf('storage_full'))}`,
    });
  });

  it('says so once', async () => {
    const message = `The disk is full. ${inEnglish(remedyOf('storage_full'))}`;
    expect(await failing(message)).toMatchObject({ message });
  });
});

describe('watch', () => {
  /** Job reads that were answered. */
  const reads: number[] = [];
  beforeEach(() => {
    reads.length = 0;
    onAnswer = async (method, status) => {
      if (method === 'GET') reads.push(status);
    };
  });

  it('takes progress from the news, and reads a job only when its state changes', async () => {
    const file = {
      id: crypto.randomUUID(),
      filename: 'a.wav',
      source: null,
      audio_duration: 9,
      number_of_channels: 1,
    };
    const { id } = await putJob({ status: 'processing', file });
    const seen: number[] = [];
    for await (const { progress, status, secondsLeft, job } of client.watch(id)) {
      expect(job.file?.audio_duration).toBe(9);
      seen.push(progress);
      if (status === 'done') break;
      const left = 10 - seen.length;
      if (seen.length > 1) expect(secondsLeft).toBe(left + 1);
      for (let word = 0; word < 9; word++)
        announce({ type: 'addon-output', id, addon: 'summarization', text: 'A' });
      if (left > 0)
        announce({
          type: 'job-changed',
          id,
          status: 'processing',
          progress: seen.length / 10,
          secondsLeft: left,
        });
      else {
        await updateJob(id, () => ({ status: 'done', progress: 1 }));
        announce({ type: 'job-changed', id, status: 'done', progress: 1, secondsLeft: null });
      }
    }
    expect(seen).toEqual([0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1]);
    expect(reads).toEqual([200, 200]);
  });

  it('waits out a limit on requests, and goes on', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
    await updateSettings(({ limits }) => ({ limits: { ...limits, requests_per_minute: 2 } }));
    const { id } = await putJob();
    const updates = client.watch(id);
    expect((await updates.next()).value?.status).toBe('queued');
    await client.get(id);
    await updateJob(id, () => ({ status: 'done' }));
    announce({ type: 'job-changed', id, status: 'done', progress: 1, secondsLeft: null });
    const next = updates.next();
    await eventually(() => expect(reads).toEqual([200, 200, 429]));
    await vi.advanceTimersByTimeAsync(61_000);
    expect((await next).value?.status).toBe('done');
    expect(reads).toEqual([200, 200, 429, 200]);
  });

  it('can be aborted while it waits', async () => {
    await updateSettings(({ limits }) => ({ limits: { ...limits, requests_per_minute: 1 } }));
    const { id } = await putJob();
    const stop = new AbortController();
    await client.get(id);
    const next = client.watch(id, { signal: stop.signal }).next();
    await eventually(() => expect(reads).toEqual([200, 429]));
    stop.abort();
    await expect(next).rejects.toMatchObject({ code: 'cancelled' });
  });
});

describe.each(['directly', 'through a frame'])('list, called %s', (way) => {
  let list: SpeechClient['list'];
  let ends: MessageChannel;
  const closed = new AbortController();
  beforeEach(() => {
    ends = new MessageChannel();
    const { key } = service;
    servePage(ends.port2, { origin: ORIGIN, fetch, key, client }, closed.signal);
    const calls = new PortCalls(ends.port1);
    list = way === 'directly' ? client.list : (options = {}) => calls.call({ call: 'list', ...options });
  });
  afterEach(() => ends.port1.close());

  it('has every filter of the service', async () => {
    const made = await Promise.all([
      putJob({ created_at: '2026-03-01T12:00:00.000Z', custom_metadata: { order: 17, shop: 'a&b' } }),
      putJob({ created_at: '2026-03-02T12:00:00.000Z', custom_metadata: { order: 17 }, status: 'done' }),
      putJob({ created_at: '2026-03-03T12:00:00.000Z', custom_metadata: { order: 18 } }),
    ]);
    const found = async (options: Parameters<typeof list>[0]) =>
      (await list(options)).jobs.map(({ id }) => made.findIndex((job) => job.id === id));
    expect(await found(undefined)).toEqual([2, 1, 0]);
    expect(await found({ offset: 1, limit: 1 })).toEqual([1]);
    expect(await found({ status: ['done'] })).toEqual([1]);
    expect(await found({ date: '2026-03-02' })).toEqual([1]);
    expect(await found({ date: new Date('2026-03-03T23:00:00Z') })).toEqual([2]);
    expect(await found({ before_date: new Date('2026-03-02T12:00:00Z') })).toEqual([0]);
    expect(await found({ after_date: '2026-03-02T12:00:00+00:00' })).toEqual([2, 1]);
    expect(await found({ custom_metadata: { order: 17 } })).toEqual([1, 0]);
    expect(await found({ custom_metadata: { order: 17, shop: 'a&b' } })).toEqual([0]);
    expect(await found({ custom_metadata: { order: 19 } })).toEqual([]);
  });

  it('tells what is wrong with a filter', async () => {
    await expect(list({ date: 'yesterday' })).rejects.toMatchObject({
      code: 'invalid_request',
      message: expect.stringContaining('date must be an ISO 8601 date'),
    });
  });
});

describe('transcript', () => {
  const metadata = {
    audio_duration: 3,
    number_of_distinct_channels: 1,
    billing_time: 3,
    transcription_time: 1,
  };
  const result = {
    metadata,
    transcription: {
      full_transcript: 'Good morning.',
      languages: ['en' as const],
      utterances: [said({ text: 'Good morning.', at: 0, speaker: 0 })],
    },
  };

  it('is an object, or the text of a file', async () => {
    const { id } = await putJob({ status: 'done', result });
    expect((await client.transcript(id, { names: true })).utterances[0]?.speaker_name).toBe('Speaker 1');
    expect(await client.transcript(id, { format: 'txt' })).toBe('Speaker 1: Good morning.\n');
    expect(await client.transcript(id, { format: 'vtt' })).toMatch(/^WEBVTT/);
  });

  it('fails with the reason', async () => {
    const { id } = await putJob();
    await expect(client.transcript(id)).rejects.toMatchObject({ code: 'conflict' });
  });
});
