import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { errorBody } from '../../src/contract/errors/error-body.ts';
import { announce } from '../../src/contract/realms/channel.ts';
import type { TranscriptionResult } from '../../src/contract/transcripts/transcription-result.ts';
import { startHost } from '../../src/host/host.ts';
import { deliverDue } from '../../src/host/notify/notify.ts';
import { runJob } from '../../src/host/run/run-job.ts';
import { AppError } from '../../src/lib/errors/errors.ts';
import { downloadFile } from '../../src/models/store/download-file.ts';
import { importModel } from '../../src/models/store/import-model.ts';
import { AsrLanes } from '../../src/realms/asr/page/asr-lanes.ts';
import { database } from '../../src/storage/database/database.ts';
import { audioRecord, jobRecord } from '../../src/storage/database/records.ts';
import { getJob } from '../../src/storage/jobs/job-store.ts';
import { getModelFile, listModelFiles, readModelChunk } from '../../src/storage/models/model-file-store.ts';
import {
  addWebhook,
  changeWebhook,
  deleteWebhook,
  listWebhooks,
} from '../../src/storage/notifications/webhook-store.ts';
import { openAudioBytes } from '../../src/storage/recordings/audio-store.ts';
import { allowEmbedder, forgetEmbedder } from '../../src/storage/settings/embedder-store.ts';
import { createKey, listKeys, revokeKey, rotateKey } from '../../src/storage/settings/key-store.ts';
import { updateSettings } from '../../src/storage/settings/settings-store.ts';
import { ControlledTime } from '../fakes/controlled-time.ts';
import { checkpoint } from '../fakes/empty-database.ts';
import { failWrites } from '../fakes/failing-writes.ts';
import { fillDisk } from '../fakes/full-disk.ts';
import { stubLocalStorage } from '../fakes/local-storage.ts';
import { Receiver } from '../fakes/receiver.ts';
import { isThorough } from '../runner/thorough.ts';
import { asJson, type Service, startService } from './service.ts';

vi.mock('../../src/host/run/run-job.ts');
vi.mock('../../src/realms/audio/page/spawn.ts');
vi.mock('../../src/host/plan-job.ts', () => ({
  planJob: async () => ({ ready: true, modelIds: ['mini'] }),
}));
vi.mock('../../src/models/device/choose-lanes.ts', () => ({
  lanesFor: async () => ({ count: 1, cores: 1 }),
}));

const HELLO = join(import.meta.dirname, '../fixtures/mini/audio/en_hello.wav');
const WINDOWS = 3;
const ADDONS = 2;
const RESULT: TranscriptionResult = {
  metadata: { audio_duration: 3, number_of_distinct_channels: 1, billing_time: 3, transcription_time: 1 },
};

let service: Service;
let receiver: Receiver;
let time: ControlledTime;
let stop = new AbortController();

beforeEach(async () => {
  receiver = await new Receiver().start();
  for (const method of ['warn', 'error', 'info'] as const) {
    vi.spyOn(console, method).mockImplementation(() => undefined);
  }
  vi.spyOn(AsrLanes.prototype, 'prepare').mockReturnValue();
});
afterEach(async () => {
  // A host that a failed test left would run the jobs of the tests after it.
  stop.abort();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  await receiver.stop();
});

async function freshStart(): Promise<void> {
  service = await startService();
  stubLocalStorage();
  time = new ControlledTime();
  stop = new AbortController();
  receiver.received.splice(0);
  // The request limit is counted in storage, too.
  await updateSettings(({ limits }) => ({ limits: { ...limits, requests_per_minute: 10_000 } }));
  vi.mocked(runJob).mockReset();
  vi.mocked(runJob).mockImplementation(async ({ finished }, _pool, { onWindow, onAddonEnd }) => {
    for (let index = finished.length; index < WINDOWS; index++) {
      const { job_id, ...window } = checkpoint(crypto.randomUUID(), index);
      await onWindow(window);
    }
    for (let addon = 0; addon < ADDONS; addon++) await onAddonEnd?.();
    const summary = { duration: 3, numberOfChannels: 1, numberOfDistinctChannels: 1 };
    return { result: RESULT, summary, session: {} };
  });
}

/** One request; if it is refused, with a named error, it is sent again: the disk may have room by then. */
async function insist(send: () => Promise<Response>): Promise<Response> {
  for (let attempt = 0; attempt < 5; attempt++) {
    const response = await send();
    if (response.ok) return response;
    expectNamed(response.status, errorBody.parse(await response.json()));
    await expectNothingHalfWritten();
    makeRoom();
  }
  throw new Error('A request was refused five times.');
}

function expectNamed(status: number, body: { message: string }): void {
  expect([500, 507]).toContain(status);
  expect(body.message).toMatch(/Not enough storage|could not write to its storage/);
}

/** Something is deleted. */
let makeRoom: () => void = () => undefined;

async function wholeJob(): Promise<void> {
  const form = () => {
    const body = new FormData();
    body.append('audio', new File([readFileSync(HELLO)], 'hello.wav'));
    return { method: 'POST', body };
  };
  const uploaded = await insist(() => service.call('/v2/upload', form()));
  const { audio_url } = await uploaded.json();
  const request = asJson({
    audio_url,
    callback: true,
    callback_config: { url: receiver.address('/told') },
  });
  const { id } = await (await insist(() => service.call('/v2/pre-recorded', request))).json();
  const serving = startHost(stop.signal).catch((error: unknown) => {
    if (!stop.signal.aborted) throw error;
  });
  const finished = async () => {
    const job = await getJob(id);
    expect(['queued', 'processing', 'done']).toContain(job?.status);
    if (job?.status === 'done') return true;
    makeRoom();
    announce({ type: 'models-changed' });
    return false;
  };
  await vi.waitFor(async () => expect(await finished()).toBe(true), { timeout: 20_000, interval: 20 });
  // Reading and deleting need no room.
  const read = await service.call(`/v2/pre-recorded/${id}`);
  expect(await read.json()).toMatchObject({ status: 'done', result: RESULT });
  for (let look = 0; look < 5 && !(await deliverDue(stop.signal, time)); look++) {
    makeRoom();
    time.forward(3600);
  }
  expect(receiver.received.map(({ path }) => path)).toEqual(['/told']);
  expect(
    await (await openAudioBytes(new URL(audio_url).pathname.split('/').at(-1) ?? '')).read(0, 4),
  ).toEqual(new Uint8Array([0x52, 0x49, 0x46, 0x46]));
  stop.abort();
  await serving;
  await expectNothingHalfWritten();
  await insist(() => service.call(`/v2/pre-recorded/${id}`, { method: 'DELETE' }));
}

/** What must hold after every step, whatever failed. */
async function expectNothingHalfWritten(): Promise<void> {
  const db = await database();
  const audios = (await db.getAll('audio')).map((value) => audioRecord.parse(value));
  const pieces = await db.getAllKeys('audio-pieces');
  for (const { id, size } of audios) {
    expect(pieces.filter(([of]) => of === id)).toHaveLength(Math.ceil(size / (4 * 1024 * 1024)));
  }
  const results = new Set(await db.getAllKeys('results'));
  const checkpoints = await db.getAllKeys('checkpoints');
  const jobs = (await db.getAll('jobs')).map((row) => jobRecord.omit({ result: true }).parse(row));
  for (const { id, status, error } of jobs) {
    expect(results.has(id)).toBe(status === 'done');
    expect(error === null).toBe(status !== 'error');
    if (status === 'done' || status === 'error') {
      expect(checkpoints.filter(([of]) => of === id)).toEqual([]);
    }
  }
  const ids = new Set(jobs.map(({ id }) => id));
  expect([...results].filter((id) => !ids.has(id))).toEqual([]);
  expect(checkpoints.filter(([of]) => !ids.has(of))).toEqual([]);
  const deliveries = await db.getAll('deliveries');
  const bodies = await db.getAllKeys('delivery-bodies');
  expect(bodies.toSorted()).toEqual(deliveries.map((delivery) => Object(delivery).id).toSorted());
  for (const file of await listModelFiles()) {
    for (let chunk = 0; chunk < file.chunks; chunk++) {
      await readModelChunk(file.model_id, file.path, chunk);
    }
  }
}

const CONTENT = Uint8Array.from({ length: 100_000 }, (_, index) => (index * 7) & 255);
const PART = 30_000;
const SHA256 = createHash('sha256').update(CONTENT).digest('hex');

async function wholeDownload(): Promise<void> {
  vi.stubGlobal('fetch', async (_: URL, init?: RequestInit) => {
    const from = Number(/bytes=(\d+)-/.exec(new Headers(init?.headers).get('range') ?? '')?.[1] ?? 0);
    const headers = {
      'content-type': 'application/octet-stream',
      etag: '"one"',
      ...(from > 0 && { 'content-range': `bytes ${from}-${CONTENT.length - 1}/${CONTENT.length}` }),
    };
    const body = new ReadableStream({
      start(controller) {
        for (let at = from; at < CONTENT.length; at += PART) controller.enqueue(CONTENT.slice(at, at + PART));
        controller.close();
      },
    });
    return new Response(body, { status: from > 0 ? 206 : 200, headers });
  });
  const download = () =>
    downloadFile({
      modelId: 'mini',
      title: 'Miniature',
      url: new URL('https://hub.example/model.onnx'),
      revision: 'main',
      expected: { path: 'model.onnx', bytes: CONTENT.length, sha256: SHA256, gitId: null },
      signal: new AbortController().signal,
      onReceived: () => undefined,
      retryDelaysMs: [],
      stallTimeoutMs: 20_000,
      chunkBytes: PART,
    });
  await insistOn(download);
  expect(await getModelFile('mini', 'model.onnx')).toMatchObject({ complete: true, sha256: SHA256 });
}

async function wholeImport(): Promise<void> {
  // A file of the manifest whose hash it does not know.
  const file = new File([CONTENT], 'config.json');
  const report = await insistOn(() => importModel([file], { modelId: 'opus-mt-en-it' }));
  expect(report).toMatchObject({ models: [{ imported: ['config.json'] }], damaged: [] });
  expect(await getModelFile('opus-mt-en-it', 'config.json')).toMatchObject({
    complete: true,
    received: CONTENT.length,
    sha256: SHA256,
  });
}

async function wholeSettings(): Promise<void> {
  const { key } = await insistOn(() => createKey('shop'));
  await insistOn(() => rotateKey(key.id));
  await insistOn(() => revokeKey(key.id));
  const url = receiver.address('/hook');
  const fields = {
    name: 'Shop',
    url,
    events: ['transcription.success' as const],
    secret: null,
    enabled: true,
  };
  const { id } = await insistOn(() => addWebhook(fields));
  await insistOn(() => changeWebhook(id, { ...fields, enabled: false }));
  await insistOn(() => deleteWebhook(id));
  await insistOn(() => allowEmbedder('https://shop.example', 'user'));
  await insistOn(() => forgetEmbedder('https://shop.example'));
  await insistOn(() => updateSettings(() => ({ when_model_missing: 'fail' })));
  const keys = await listKeys();
  expect(keys.filter(({ revoked_at }) => revoked_at === null)).toHaveLength(1);
  expect(await listWebhooks()).toEqual([]);
}

/** Work that is repeated after a failure, as a user would; each failure has a name. */
async function insistOn<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (attempt === 5) throw error;
      expect(error).toBeInstanceOf(AppError);
      expect(error).toMatchObject({ code: expect.stringMatching(/^storage_(full|failed)$/) });
      await expectNothingHalfWritten();
      makeRoom();
    }
  }
}

describe.each([
  ['a whole job with add-ons and a callback', wholeJob, 20],
  ['the download of a model', wholeDownload, 5],
  ['the import of a model', wholeImport, 3],
  ['keys, webhooks and settings', wholeSettings, 9],
] as const)('storage that is full at any write of %s', (_, run, least) => {
  it.each([
    ['fails once', false],
    // By day a disk that fails once: the writes are the same.
    ...(isThorough ? [['stays full until something is deleted', true] as const] : []),
  ] as const)('and %s: nothing is half-written, and it is completed', async (_name, stays) => {
    makeRoom = () => undefined;
    await freshStart();
    const intact = failWrites(() => false);
    await run();
    const { count: writes } = intact.writes;
    intact.mockRestore();
    expect(writes).toBeGreaterThanOrEqual(least);

    for (let failing = 1; failing <= writes; failing++) {
      await freshStart();
      let isFreed = false;
      const disk = failWrites((write) => write === failing || (stays && write > failing && !isFreed));
      makeRoom = () => {
        isFreed ||= disk.writes.count >= failing;
      };
      await run();
      expect(disk.writes.failed, `write ${failing}`).toBeGreaterThanOrEqual(1);
      disk.mockRestore();
      await expectNothingHalfWritten();
    }
  });
});

describe('a full disk', () => {
  it('prevents neither reading nor deleting where requests are counted, but takes nothing new', async () => {
    await freshStart();
    const created = await service.call(
      '/v2/pre-recorded',
      asJson({ audio_url: 'https://elsewhere.example/a.mp3' }),
    );
    const { id } = await created.json();
    fillDisk('request-logs');
    const path = `/v2/pre-recorded/${id}`;
    expect((await service.call(path)).status).toBe(200);
    const again = asJson({ audio_url: 'https://elsewhere.example/b.mp3' });
    expect((await service.call('/v2/pre-recorded', again)).status).toBe(507);
    expect((await service.call(path, { method: 'DELETE' })).ok).toBe(true);
    expect(await getJob(id)).toBeNull();
  });
});
