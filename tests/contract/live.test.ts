import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readLiveText } from '../../src/client/live/keep-live-text.ts';
import { createdLiveSession, liveJob, livePage } from '../../src/contract/live/live-job.ts';
import { liveRequest } from '../../src/contract/live/live-request.ts';
import { textOfWords } from '../../src/document/runs/live-transcript.ts';
import { becomeJob } from '../../src/host/live/become-job.ts';
import { soundFormat, wavHeader } from '../../src/host/live/sound-format.ts';
import { blobSource } from '../../src/lib/bytes/byte-source.ts';
import { probeRecording } from '../../src/recordings/probe-recording.ts';
import { getJob, updateJob } from '../../src/storage/jobs/job-store.ts';
import { queueOrder } from '../../src/storage/jobs/queue-order.ts';
import {
  addLiveMessages,
  findLiveSession,
  listLiveSessions,
  liveMessages,
  noteArrival,
  sweepLiveSessions,
} from '../../src/storage/live/live-store.ts';
import { appendToArrival, listArrivals, newArrival } from '../../src/storage/recordings/arrival-store.ts';
import { updateSettings } from '../../src/storage/settings/settings-store.ts';
import { spokenUtterance } from '../fakes/spoken-utterance.ts';
import { caseRows } from '../runner/case-rows.ts';
import { addKey, asJson, type Service, startService } from './service.ts';
import { putJob } from './stored.ts';

let service: Service;
beforeEach(async () => {
  service = await startService();
});

afterEach(() => {
  vi.useRealTimers();
});

async function create(body: unknown = {}, headers: Record<string, string> = {}) {
  const response = await service.call('/v2/live', asJson(body), headers);
  expect(response.status).toBe(201);
  return createdLiveSession.parse(await response.json());
}

/** Stores sound of a session as the page that serves it does. */
async function record(url: string, seconds = 1) {
  const session = await findLiveSession(new URL(url).searchParams.get('token') ?? '');
  if (!session) throw new Error('There is no such session.');
  const format = soundFormat(session.params);
  const sound = new Uint8Array(seconds * format.bytesPerSecond).fill(1);
  const empty = newArrival('recorded', { filename: 'live.wav', type: 'audio/wav' });
  await noteArrival(session.id, empty.id);
  const arrival = await appendToArrival(empty, [wavHeader(format, null), sound], seconds);
  return { session, format, arrival };
}

describe('POST /v2/live', () => {
  it('creates a session with the address of its socket, on the caller’s origin', async () => {
    const { id, url } = await create();
    const address = new URL(url);
    expect(address.protocol + address.host + address.pathname).toBe('wss:speech.example/v2/live');
    expect(await findLiveSession(address.searchParams.get('token') ?? '')).toMatchObject({
      id,
      arrival_id: null,
    });
  });

  it('fills in the defaults of the wire', () => {
    expect(liveRequest.parse({ encoding: null })).toMatchObject({
      encoding: 'wav/pcm',
      bit_depth: 16,
      sample_rate: 16000,
      channels: 1,
      endpointing: 0.05,
      maximum_duration_without_endpointing: 5,
      pre_processing: { audio_enhancer: false },
      realtime_processing: { translation: false, sentiment_analysis: false },
      post_processing: { summarization: false },
      messages_config: {
        receive_partial_transcripts: false,
        receive_final_transcripts: true,
        receive_acknowledgments: true,
        receive_lifecycle_events: false,
      },
    });
    expect(liveRequest.parse({ encoding: 'wav/ulaw' }).bit_depth).toBe(8);
  });

  it.each(
    caseRows<
      [
        (
          | Record<string, string>
          | Record<string, number>
          | Record<string, Record<string, number>>
          | object
          | Record<string, Record<string, boolean>>
          | Record<string, boolean>
        ),
        string,
      ]
    >(import.meta.url, 'refused'),
  )('refuses %j, and names the field', async (body, field) => {
    const response = await service.call('/v2/live', asJson(body));
    expect(response.status).toBe(400);
    const { validation_errors } = await response.json();
    expect(validation_errors).toHaveLength(1);
    expect(validation_errors[0].split(' ')[0]).toBe(field);
  });

  it('needs a key, and allows eight sessions at once for each', async () => {
    expect((await service.call('/v2/live', asJson({}), { 'x-service-key': null })).status).toBe(401);
    for (let count = 0; count < 8; count++) await create();
    const ninth = await service.call('/v2/live', asJson({}));
    expect(ninth.status).toBe(429);
    expect(ninth.headers.get('retry-after')).toMatch(/^\d+$/);
    await create({}, { 'x-service-key': await addKey('other') });
    // Those that a page that is gone has left do not count, and are deleted after a week.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 200_000 });
    await create();
    await sweepLiveSessions(new Date(Date.now() - 100_000));
    vi.useRealTimers();
    expect(await listLiveSessions()).toHaveLength(1);
  });

  it('counts none that a page has left before the clock was put back, and deletes none as too old', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 30 * 24 * 3_600_000 });
    for (let count = 0; count < 8; count++) await create();
    vi.useRealTimers();
    await sweepLiveSessions(new Date(Date.now() - 7 * 24 * 3_600_000));
    await create();
    expect(await listLiveSessions()).toHaveLength(9);
  });
});

describe('a session', () => {
  it('is read, listed and filtered while it records', async () => {
    const { id, url } = await create({ custom_metadata: { room: 'a' }, channels: 2 });
    const other = await create();
    const read = async () => liveJob.parse(await (await service.call(`/v2/live/${id}`)).json());
    expect(await read()).toMatchObject({ id, kind: 'live', status: 'queued', result: null });
    await record(url);
    expect(await read()).toMatchObject({ status: 'processing', request_params: { channels: 2 } });
    const ids = async (query: string) => {
      const page = livePage.parse(await (await service.call(`/v2/live?${query}`)).json());
      return page.items.map((item) => item.id);
    };
    expect((await ids('')).toSorted()).toEqual([id, other.id].toSorted());
    expect(await ids('custom_metadata[room]=a')).toEqual([id]);
    expect(await ids('status=queued')).toEqual([other.id]);
    expect(await ids('before_date=2020-01-01')).toEqual([]);
    expect((await ids('limit=1')).length).toBe(1);
  });

  it.each(['', '/file', '/transcript', '/partial'])(
    'is no job before it is stopped: its %s is a 409, and not found by another key',
    async (part) => {
      const { id, url } = await create();
      await record(url);
      const headers = { 'x-service-key': await addKey('other') };
      for (const path of [
        `/v2/pre-recorded/${id}${part}`,
        ...(part === '/file' ? [`/v2/live/${id}/file`] : []),
      ]) {
        const answer = await service.call(path);
        expect(answer.status).toBe(409);
        expect((await answer.json()).message).toBe(
          `The live session ${id} is not stopped yet. Stop it, then send the request again.`,
        );
        expect((await service.call(path, {}, headers)).status).toBe(404);
      }
    },
  );

  it('does not exist for another key', async () => {
    const { id } = await create();
    const headers = { 'x-service-key': await addKey('other') };
    for (const [path, method] of [
      [`/v2/live/${id}`, 'GET'],
      [`/v2/live/${id}`, 'DELETE'],
      [`/v2/live/${id}/file`, 'GET'],
    ] as const)
      expect((await service.call(path, { method }, headers)).status).toBe(404);
    expect((await (await service.call('/v2/live', {}, headers)).json()).items).toEqual([]);
  });

  it('is deleted with its sound', async () => {
    const { id, url } = await create();
    await record(url);
    expect((await service.call(`/v2/live/${id}`, { method: 'DELETE' })).status).toBe(202);
    expect((await service.call(`/v2/live/${id}`)).status).toBe(404);
    expect(await listArrivals()).toEqual([]);
  });

  it('becomes a job of the same id: its file is a WAV, its messages stay, and it is deleted with them', async () => {
    const { id, url } = await create({ channels: 2, post_processing: { summarization: true } });
    const { session, format, arrival } = await record(url, 2);
    await addLiveMessages(id, 0, ['{"type":"start_session"}']);
    await becomeJob(session, arrival, format, []);
    const job = liveJob.parse(await (await service.call(`/v2/live/${id}`)).json());
    expect(job).toMatchObject({
      kind: 'live',
      status: 'queued',
      file: { audio_duration: 2, number_of_channels: 2 },
    });
    const file = await (await service.call(`/v2/live/${id}/file`)).blob();
    expect(file.size).toBe(44 + 2 * format.bytesPerSecond);
    const probed = await probeRecording(blobSource(file), 'live.wav');
    expect(probed).toMatchObject({ value: { duration: 2, numberOfChannels: 2, extension: 'wav' } });
    expect(await listArrivals()).toEqual([]);
    const asJob = await (await service.call(`/v2/pre-recorded/${id}`)).json();
    expect(asJob).toMatchObject({ kind: 'pre-recorded', request_params: { summarization: true } });
    expect((await (await service.call('/v2/live')).json()).items).toHaveLength(1);
    expect(await liveMessages(id)).toHaveLength(1);
    expect((await service.call(`/v2/live/${id}`, { method: 'DELETE' })).status).toBe(202);
    expect(await liveMessages(id)).toEqual([]);
    expect((await service.call(`/v2/live/${id}/file`)).status).toBe(404);
  });

  it('becomes the next job, with its text, whatever waits', async () => {
    const uploaded = await putJob();
    await updateJob(uploaded.id, () => ({ queue_rank: -1 }));
    const { id, url } = await create();
    const { session, format, arrival } = await record(url);
    await becomeJob(session, arrival, format, [spokenUtterance('we start now')]);
    expect(await queueOrder()).toEqual([id, uploaded.id]);
    const document = await readLiveText(id);
    expect(document?.paragraphs.map(({ words }) => textOfWords(words))).toEqual(['we start now']);
    expect(await readLiveText(uploaded.id)).toBeNull();
  });

  it('becomes a job that may be a draft, and is in the Chinese script of the settings', async () => {
    const { id, url } = await create({ post_processing: { allow_draft: true } });
    const { session, format, arrival } = await record(url);
    await updateSettings(() => ({ chinese_script: 'traditional' }));
    await becomeJob(session, arrival, format, []);
    expect(await getJob(id)).toMatchObject({ allow_draft: true, chinese_script: 'traditional' });
    const other = await create();
    const { session: strict } = await record(other.url);
    expect(strict.allow_draft).toBeUndefined();
  });

  it('without any sound is done at once', async () => {
    const { id, url } = await create();
    const { session, format } = await record(url, 0);
    await becomeJob(session, newArrival('recorded', { filename: 'live.wav', type: 'audio/wav' }), format, []);
    const job = liveJob.parse(await (await service.call(`/v2/live/${id}`)).json());
    expect(job).toMatchObject({
      status: 'done',
      result: { transcription: { utterances: [] }, messages: [] },
    });
  });

  it('leaves recordings that were uploaded alone', async () => {
    const { id } = await putJob();
    expect((await service.call(`/v2/live/${id}`)).status).toBe(404);
  });
});
