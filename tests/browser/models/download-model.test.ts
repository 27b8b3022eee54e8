import { afterEach, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import type { ChannelMessage } from '../../../src/contract/realms/channel.ts';
import { onChannelMessage } from '../../../src/contract/realms/channel.ts';
import { findModel } from '../../../src/models/manifest/catalogue.ts';
import { sha256Of } from '../../../src/models/store/file-digest.ts';
import { openModelFile } from '../../../src/models/store/model-files.ts';
import {
  type DownloadOptions,
  type DownloadProgress,
  deleteModel,
  downloadModel,
  listModels,
} from '../../../src/models/store/model-store.ts';
import { getModelFile, putModelFile } from '../../../src/storage/models/model-file-store.ts';
import { eventually } from '../../runner/eventually.ts';
import type { HubScenario, HubScenarioState } from './hub-scenario.ts';

// The manifest knows neither sizes nor hashes of this one, so the hub's values count.
const MODEL = 'opus-mt-en-it';
const ENCODER = 'onnx/encoder_model_quantized.onnx';
const DECODER = 'onnx/decoder_model_merged_quantized.onnx';
const FILES = {
  'config.json': 2000,
  'generation_config.json': 3000,
  'tokenizer.json': 250_000,
  'tokenizer_config.json': 5000,
  [ENCODER]: 1_500_000,
  [DECODER]: 700_000,
};
const TOTAL = Object.values(FILES).reduce((sum, bytes) => sum + bytes, 0);
const HUB: HubScenario = { files: FILES, describes: true, redirects: true };
const TRANSFER = { retryDelaysMs: [10, 20], stallTimeoutMs: 20_000, chunkBytes: 256 * 1024 };

async function scenario(given: Partial<HubScenario>): Promise<HubScenarioState> {
  const body = JSON.stringify({ ...HUB, ...given });
  return (await fetch(`${inject('fakeHub')}/scenarios`, { method: 'POST', body })).json();
}

/** The same base URL behaves differently from now on. */
async function change(state: HubScenarioState, given: Partial<HubScenario>): Promise<void> {
  const body = JSON.stringify({ ...HUB, ...given });
  await fetch(`${inject('fakeHub')}/scenarios/${state.base.split('/').at(-1)}`, { method: 'POST', body });
}

const seen = async (state: HubScenarioState): Promise<HubScenarioState> =>
  (await fetch(`${inject('fakeHub')}/scenarios/${state.base.split('/').at(-1)}`)).json();

const download = (state: HubScenarioState, options: Partial<DownloadOptions> = {}) =>
  downloadModel(MODEL, { device: 'wasm', source: state.base, transfer: TRANSFER, ...options });

async function expectWhole(state: HubScenarioState): Promise<void> {
  for (const [path, size] of Object.entries(FILES)) {
    const response = await openModelFile(MODEL, path);
    expect(response.headers.get('content-length')).toBe(String(size));
    expect(await sha256Of(await response.blob()), path).toBe(state.sha256[path]);
  }
}

const stateOf = async (id: string) => (await listModels()).find(({ model }) => model.id === id)?.state;

beforeEach(() => deleteModel(MODEL));

afterEach(async () => {
  vi.restoreAllMocks();
  await deleteModel(MODEL);
  await deleteModel('whisper-base');
});

describe('downloading a model', () => {
  it('stores every file, verified, and reports progress up to the announced size', async () => {
    const hub = await scenario({});
    const reports: DownloadProgress[] = [];
    await download(hub, { onProgress: (report) => reports.push(report) });
    await expectWhole(hub);
    expect(reports.at(-1)).toMatchObject({ modelId: MODEL, receivedBytes: TOTAL, totalBytes: TOTAL });
    expect(reports.map((report) => report.receivedBytes)).toEqual(
      reports.map((report) => report.receivedBytes).sort((a, b) => a - b),
    );
    expect(await stateOf(MODEL)).toBe('downloaded');
    expect(await getModelFile(MODEL, ENCODER)).toMatchObject({
      complete: true,
      size: FILES[ENCODER],
      sha256: hub.sha256[ENCODER],
    });
  });

  it('asks the hub at the pinned revision, and follows it to its storage', async () => {
    const hub = await scenario({});
    await download(hub);
    const { requests } = await seen(hub);
    const repo = 'Xenova/opus-mt-en-it';
    const revision = '075406e3c8c2c30634d4a1bd8f00c21d9e162011';
    expect(requests[0]?.path).toBe(`hub:api/models/${repo}/revision/${revision}`);
    expect(requests.map((request) => request.path)).toContain(
      `storage:${repo}/resolve/${revision}/${ENCODER}`,
    );
  });

  it('takes a file in another setting only if the manifest has its hash, too', async () => {
    const hub = await scenario({});
    const file = findModel(MODEL).files.find(({ path }) => path === 'config.json');
    if (!file) throw new Error('The model has no configuration.');
    const before = { ...file };
    try {
      Object.assign(file, { sha256: '0'.repeat(64), otherSha256: ['1'.repeat(64)] });
      await expect(download(hub)).rejects.toThrow(/its SHA-256 does not match/);
      Object.assign(file, { otherSha256: [hub.sha256['config.json']] });
      await download(hub);
      expect(await stateOf(MODEL)).toBe('downloaded');
      await expectWhole(hub);
    } finally {
      Object.assign(file, before);
      delete file.otherSha256;
    }
  });

  it('asks the browser to keep what is stored, once something is', async () => {
    const asked = vi.spyOn(navigator.storage, 'persist').mockResolvedValue(true);
    vi.spyOn(navigator.storage, 'persisted').mockResolvedValue(false);
    await deleteModel(MODEL);
    expect(asked).not.toHaveBeenCalled();
    await download(await scenario({}));
    expect(asked).toHaveBeenCalledOnce();
  });

  it('fetches nothing that is already stored', async () => {
    const hub = await scenario({});
    await download(hub);
    const before = (await seen(hub)).requests.length;
    await download(hub);
    const after = (await seen(hub)).requests.slice(before);
    expect(after.filter((request) => request.path.includes('/resolve/'))).toEqual([]);
  });

  it('announces on the channel that models changed', async () => {
    const hub = await scenario({});
    const messages: ChannelMessage[] = [];
    const listening = new AbortController();
    onChannelMessage((message) => messages.push(message), listening.signal);
    await download(hub);
    await eventually(() => expect(messages).toContainEqual({ type: 'models-changed' }));
    listening.abort();
  });

  it('trusts a plain mirror that reports no hash', async () => {
    const hub = await scenario({ describes: false, redirects: false });
    await download(hub);
    await expectWhole(hub);
  });

  it('uses the X-Linked headers of a mirror that does not describe repositories', async () => {
    const hub = await scenario({ describes: false, redirects: false, linked: true, damage: ENCODER });
    await expect(download(hub)).rejects.toMatchObject({ code: 'remote_model', message: /damaged/ });
  });
});

describe('a connection that fails', () => {
  it('resumes where it broke off, with a Range', async () => {
    const hub = await scenario({ drop: { path: ENCODER, afterBytes: 600_000, times: 2 } });
    await download(hub);
    await expectWhole(hub);
    const ranges = (await seen(hub)).requests
      .filter((request) => request.path.startsWith('storage:') && request.path.endsWith(ENCODER))
      .map((request) => request.range);
    expect(ranges[0]).toBeNull();
    const starts = ranges.slice(1).map((range) => Number(/^bytes=(\d+)-$/.exec(range ?? '')?.[1]));
    expect(starts).toHaveLength(2);
    expect(starts[0]).toBeGreaterThan(0);
    expect(starts[1]).toBeGreaterThan(starts[0] ?? 0);
  });

  it('resumes when a response simply ends early', async () => {
    const hub = await scenario({ endEarly: { path: ENCODER, afterBytes: 600_000, times: 1 } });
    await download(hub);
    await expectWhole(hub);
  });

  it('gives up after the last attempt, reports that it will resume, and does', async () => {
    const hub = await scenario({ drop: { path: ENCODER, afterBytes: 600_000, times: 1 } });
    await expect(download(hub, { transfer: { ...TRANSFER, retryDelaysMs: [] } })).rejects.toMatchObject({
      code: 'remote_model',
      status: 502,
      message: expect.stringContaining('will resume where it stopped'),
    });
    expect(await stateOf(MODEL)).toBe('partial');
    const kept = (await getModelFile(MODEL, ENCODER))?.received ?? 0;
    expect(kept).toBeGreaterThan(0);
    await download(hub);
    await expectWhole(hub);
    expect((await seen(hub)).requests.map((request) => request.range)).toContain(`bytes=${kept}-`);
  });

  it('that finds no connection says so, without names of files and amounts', async () => {
    const transfer = { ...TRANSFER, retryDelaysMs: [] };
    const message = /^No connection to 127\.0\.0\.1:9: .+ could not be downloaded\.$/;
    await expect(downloadModel(MODEL, { source: 'http://127.0.0.1:9/', transfer })).rejects.toMatchObject({
      code: 'remote_model',
      message: expect.stringMatching(message),
    });
  });

  it.each([429, 503])('waits and tries again after %i', async (status) => {
    const hub = await scenario({ status: { path: DECODER, status, times: 2 } });
    await download(hub);
    await expectWhole(hub);
  });

  it('counts a silent connection as lost', async () => {
    const hub = await scenario({ slow: { path: ENCODER, delayMs: 60_000 } });
    const transfer = { ...TRANSFER, retryDelaysMs: [], stallTimeoutMs: 300 };
    await expect(download(hub, { transfer })).rejects.toMatchObject({ code: 'remote_model' });
  });

  it('starts over if the server has no Range', async () => {
    const hub = await scenario({
      drop: { path: ENCODER, afterBytes: 600_000, times: 1 },
      ignoresRange: true,
    });
    await download(hub);
    await expectWhole(hub);
  });

  it('never joins parts of two versions of a file', async () => {
    const hub = await scenario({
      describes: false,
      redirects: false,
      drop: { path: ENCODER, afterBytes: 600_000, times: 1 },
    });
    await expect(download(hub, { transfer: { ...TRANSFER, retryDelaysMs: [] } })).rejects.toThrow();
    expect((await getModelFile(MODEL, ENCODER))?.received).toBeGreaterThan(0);
    await change(hub, { describes: false, redirects: false, version: 1 });
    await download(hub);
    const response = await openModelFile(MODEL, ENCODER);
    expect(await sha256Of(await response.blob())).toBe((await seen(hub)).sha256[ENCODER]);
  });

  it('starts over if neither tag nor hash shows that the parts belong together', async () => {
    const plain = { describes: false, redirects: false, tags: false };
    const hub = await scenario({ ...plain, drop: { path: ENCODER, afterBytes: 600_000, times: 1 } });
    await download(hub);
    await expectWhole(hub);
    const ranges = (await seen(hub)).requests
      .filter((request) => request.path.endsWith(ENCODER))
      .map((request) => request.range);
    expect(ranges).toEqual([null, expect.stringMatching(/^bytes=\d+-$/), null]);
  });

  it('starts over if more is stored than the file has', async () => {
    const hub = await scenario({ drop: { path: ENCODER, afterBytes: 600_000, times: 1 } });
    await expect(download(hub, { transfer: { ...TRANSFER, retryDelaysMs: [] } })).rejects.toThrow();
    const stored = await getModelFile(MODEL, ENCODER);
    if (!stored) throw new Error('Nothing was stored.');
    // A record that does not match its chunks, as after disk damage.
    await putModelFile({ ...stored, received: stored.received + 7 });
    await download(hub);
    await expectWhole(hub);
  });
});

describe('bytes that are wrong', () => {
  it('discards a file with a wrong byte and reports it', async () => {
    const hub = await scenario({ damage: DECODER });
    await expect(download(hub)).rejects.toMatchObject({
      code: 'remote_model',
      message: expect.stringMatching(/damaged.*SHA-256.*discarded/),
    });
    expect(await getModelFile(MODEL, DECODER)).toBeNull();
    expect((await getModelFile(MODEL, ENCODER))?.complete).toBe(true);
    await expect(openModelFile(MODEL, DECODER)).rejects.toMatchObject({ code: 'model_missing', status: 503 });
  });

  it('leaves an installed model as it is while the one that replaces it fails', async () => {
    const REPLACEMENT = 'opus-mt-it-en';
    const old = await scenario({});
    await download(old);
    for (const fault of [{ damage: ENCODER }, { status: { path: DECODER, status: 403, times: 99 } }]) {
      const hub = await scenario(fault);
      const options = { device: 'wasm', source: hub.base, transfer: TRANSFER } as const;
      await expect(downloadModel(REPLACEMENT, options)).rejects.toMatchObject({ code: 'remote_model' });
      expect(['partial', 'absent']).toContain(await stateOf(REPLACEMENT));
      await expect(openModelFile(REPLACEMENT, DECODER)).rejects.toMatchObject({ code: 'model_missing' });
      expect(await stateOf(MODEL)).toBe('downloaded');
      await expectWhole(old);
      await deleteModel(REPLACEMENT);
    }
  });

  it('checks small files by their Git id', async () => {
    const hub = await scenario({ damage: 'config.json' });
    await expect(download(hub)).rejects.toMatchObject({ message: expect.stringContaining('Git object id') });
    expect(await getModelFile(MODEL, 'config.json')).toBeNull();
  });

  it('stops a file that is too large', async () => {
    const hub = await scenario({ excess: DECODER });
    await expect(download(hub)).rejects.toMatchObject({
      message: expect.stringMatching(/larger than 700000 bytes/),
    });
    expect(await getModelFile(MODEL, DECODER)).toBeNull();
  });

  it('checks a file against the manifest’s hash, whatever the host says', async () => {
    const hub = await scenario({ files: { 'config.json': 2243 }, redirects: false, linked: true });
    await expect(
      downloadModel('whisper-base', { device: 'wasm', source: hub.base, transfer: TRANSFER }),
    ).rejects.toMatchObject({
      message: expect.stringMatching(/config\.json of Whisper base arrived damaged/),
    });
    expect(await getModelFile('whisper-base', 'config.json')).toBeNull();
  });

  it('does not accept a web page as a model file', async () => {
    const hub = await scenario({ webPage: DECODER });
    await expect(download(hub)).rejects.toMatchObject({ message: expect.stringContaining('web page') });
  });

  it.each([
    [404, 'not found'],
    [403, 'access denied'],
  ])('says what %i means, at once', async (status, words) => {
    const hub = await scenario({ status: { path: DECODER, status, times: 99 } });
    await expect(download(hub)).rejects.toMatchObject({
      code: 'remote_model',
      message: expect.stringContaining(words),
    });
    const asked = (await seen(hub)).requests.filter((request) => request.path.endsWith(DECODER));
    expect(asked.filter((request) => request.path.startsWith('storage:'))).toHaveLength(1);
  });
});

describe('cancelling, room and other tabs', () => {
  it('keeps what was received when it is cancelled, and resumes from there', async () => {
    const hub = await scenario({ slow: { path: ENCODER, delayMs: 30 } });
    const cancel = new AbortController();
    const running = download(hub, {
      signal: cancel.signal,
      onProgress: ({ path, receivedBytes }) => {
        if (path === ENCODER && receivedBytes > 700_000) cancel.abort();
      },
    });
    await expect(running).rejects.toMatchObject({ name: 'AbortError' });
    const kept = (await getModelFile(MODEL, ENCODER))?.received ?? 0;
    expect(kept).toBeGreaterThan(100_000);
    await change(hub, {});
    await download(hub);
    await expectWhole(hub);
    expect((await seen(hub)).requests.map((request) => request.range)).toContain(`bytes=${kept}-`);
  });

  it('refuses before it fetches anything if there is no room', async () => {
    const hub = await scenario({});
    vi.spyOn(navigator.storage, 'estimate').mockResolvedValue({ quota: 1_000_000, usage: 900_000 });
    await expect(download(hub)).rejects.toMatchObject({
      code: 'storage_full',
      status: 507,
      message: expect.stringMatching(/this needs 2\.5 MB, and 0\.1 MB is free/),
    });
    const asked = (await seen(hub)).requests.filter((request) => request.path.includes('/resolve/'));
    expect(asked).toEqual([]);
  });

  it('downloads a model once at a time', async () => {
    const hub = await scenario({ slow: { path: ENCODER, delayMs: 20 } });
    const first = download(hub);
    await expect(download(hub)).rejects.toMatchObject({ code: 'conflict', status: 409 });
    await expect(deleteModel(MODEL)).rejects.toMatchObject({ code: 'conflict' });
    await first;
    await expectWhole(hub);
  });

  it('is excluded by a download in another realm', async () => {
    const hub = await scenario({});
    const script = `navigator.locks.request('earshot-model-${MODEL}', () => { postMessage('held'); return new Promise(() => {}); });`;
    const worker = new Worker(URL.createObjectURL(new Blob([script], { type: 'text/javascript' })));
    await new Promise((resolve) => worker.addEventListener('message', resolve, { once: true }));
    try {
      await expect(download(hub)).rejects.toMatchObject({ code: 'conflict' });
    } finally {
      worker.terminate();
    }
    await eventually(() => deleteModel(MODEL));
  });

  it('deletes what is stored', async () => {
    const hub = await scenario({});
    await download(hub);
    await deleteModel(MODEL);
    expect(await stateOf(MODEL)).toBe('absent');
    await expect(openModelFile(MODEL, ENCODER)).rejects.toMatchObject({ code: 'model_missing' });
  });

  it('suggests importing a model that is not on the hub', async () => {
    const hub = await scenario({});
    await expect(downloadModel('nnsplit', { device: 'wasm', source: hub.base })).rejects.toMatchObject({
      code: 'not_found',
      message: expect.stringContaining('Import'),
    });
  });
});
