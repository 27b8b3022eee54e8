import { z } from 'zod';
import type { PageInterface } from '../../src/client/api/page-interface.ts';
import { clip } from '../e2e/clips.ts';
import { THOROUGH } from '../runner/thorough.ts';
import type { BrowserEngine } from './browser-engine.ts';
import { expect, test } from './engine-test.ts';
import { call, ended, fileToSend, type SentFile, transcribe, trySample, upload } from './page-tasks.ts';

const HELLO = clip('en_hello.wav');

/** What later tests look at: a browser takes seconds for a job, and ten for the first one of a page. */
let done: string | null = null;
let firstOfPage: string | null = null;

/** A job that is done. */
async function doneJob(engine: BrowserEngine): Promise<string> {
  done ??= (await transcribe(engine, fileToSend(HELLO.path))).id;
  return done;
}

/** A job that a page was reloaded for. */
async function reloadedJob(engine: BrowserEngine): Promise<string> {
  if (firstOfPage !== null) return firstOfPage;
  const uploaded = await upload(engine, fileToSend(HELLO.path));
  const created = await call(engine, 'POST', '/v2/pre-recorded', { audio_url: uploaded.body?.audio_url });
  const id = String(created.body?.id);
  expect((await call(engine, 'GET', `/v2/pre-recorded/${id}`)).body?.status).not.toBe('done');
  await engine.reload();
  firstOfPage = id;
  return id;
}

test('feature: the sample is transcribed by a click', async ({ engine }) => {
  await trySample(engine);
});

test('feature: the words of a running job are told while they are written', async ({ engine }) => {
  await engine.run(() => {
    const told: string[] = [];
    Object.assign(globalThis, { told });
    new BroadcastChannel('earshot').onmessage = ({ data }) => {
      if (data.type === 'job-text') told.push(data.text);
    };
  });
  const { text } = await transcribe(engine, fileToSend(HELLO.path));
  const told = await engine.run((): string[] => Reflect.get(globalThis, 'told'));
  expect(told.length).toBeGreaterThan(0);
  for (const early of told) expect(text).toContain(early.trim());
});

test('feature: upload by file, job, transcript, audio with ranges, list and deletion', async ({ engine }) => {
  const uploaded = await upload(engine, fileToSend(HELLO.path));
  expect(uploaded.status).toBe(200);
  const created = await call(engine, 'POST', '/v2/pre-recorded', { audio_url: uploaded.body?.audio_url });
  const id = String(created.body?.id);
  expect(await ended(engine, id)).toEqual({ status: 'done', text: HELLO.text });
  const ranged = await engine.run(async (job: string) => {
    const { key } = await import(`${location.origin}/earshot.js`);
    const headers = { 'x-service-key': await key(), range: 'bytes=0-3' };
    const response = await fetch(`/v2/pre-recorded/${job}/file`, { headers });
    return { status: response.status, text: await response.text() };
  }, id);
  expect(ranged).toEqual({ status: 206, text: 'RIFF' });
  const list = await call(engine, 'GET', '/v2/pre-recorded');
  expect(list.body?.items).toContainEqual(expect.objectContaining({ id, status: 'done' }));
  expect((await call(engine, 'DELETE', `/v2/pre-recorded/${id}`)).status).toBe(202);
  expect((await call(engine, 'GET', `/v2/pre-recorded/${id}`)).status).toBe(404);
});

test('feature: upload by the page library: all bytes, refusals by their code, cancelled', async ({
  engine,
}) => {
  const seen = await engine.run(async ({ base64 }: SentFile) => {
    const { upload, key }: PageInterface = await import(`${location.origin}/earshot.js`);
    const { fetch } = globalThis;
    const sent: unknown[] = [];
    globalThis.fetch = (...given) => {
      sent.push(given[0]);
      return fetch(...given);
    };
    const codeOf = (uploading: Promise<unknown>) => uploading.catch(({ code }) => code);
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    const { audio_url, audio_metadata } = await upload(new File([bytes], 'Grüße.wav'));
    const refused = await codeOf(upload(new Blob(['no audio']), { filename: 'text.wav' }));
    const aborting = new AbortController();
    const cancelled = codeOf(upload(new File([bytes], 'late.wav'), { signal: aborting.signal }));
    aborting.abort();
    const stored = await fetch(audio_url, { headers: { 'x-service-key': await key() } });
    const same = new Uint8Array(await stored.arrayBuffer());
    globalThis.fetch = fetch;
    return {
      name: audio_metadata.filename,
      isSame: same.length === bytes.length && same.every((byte, index) => byte === bytes[index]),
      refused,
      cancelled: await cancelled,
      isFetched: sent.includes('/v2/upload'),
    };
  }, fileToSend(HELLO.path));
  expect(seen).toEqual({
    name: 'Grüße.wav',
    isSame: true,
    refused: 'unsupported_media',
    cancelled: 'cancelled',
    // WebKit would keep a form that is fetched in memory.
    isFetched: engine.name !== 'webkit',
  });
});

// The texts are made by scripts that are the same in each browser: tests/e2e/page.spec.ts.
test('feature: exports as text, captions and JSON', { tag: THOROUGH }, async ({ engine }) => {
  const id = await doneJob(engine);
  const read = (format: string) =>
    engine.run(async (path: string) => {
      const { key } = await import(`${location.origin}/earshot.js`);
      const response = await fetch(path, { headers: { 'x-service-key': await key() } });
      return { type: response.headers.get('content-type'), text: await response.text() };
    }, `/v2/pre-recorded/${id}/transcript?format=${format}`);
  const [txt, srt, vtt, json] = [await read('txt'), await read('srt'), await read('vtt'), await read('json')];
  expect(txt.text).toContain(HELLO.text);
  expect(srt.text).toMatch(/^1\r?\n00:00:0\d,\d{3} --> 00:00:0\d,\d{3}\r?\n/);
  expect(srt.text).toContain('John Smith');
  expect(vtt).toMatchObject({
    type: expect.stringContaining('text/vtt'),
    text: expect.stringMatching(/^WEBVTT/),
  });
  expect(JSON.stringify(JSON.parse(json.text))).toContain('Hello');
});

test('feature: upload by address', { tag: THOROUGH }, async ({ engine, app }) => {
  const { status, body } = await call(engine, 'POST', '/v2/upload', {
    audio_url: `${app.url}demo/speech.flac`,
  });
  expect(status).toBe(200);
  expect(body).toHaveProperty('audio_metadata.number_of_channels', 1);
});

// So are those of the add-ons: tests/e2e/entities.spec.ts and writing.spec.ts.
test('feature: options and add-ons', { tag: THOROUGH }, async ({ engine }) => {
  const { text, result } = await transcribe(engine, fileToSend(HELLO.path), {
    sentences: true,
    subtitles: true,
    subtitles_config: { formats: ['vtt'] },
    summarization: true,
    named_entity_recognition: true,
    sentiment_analysis: true,
    custom_spelling: true,
    custom_spelling_config: { spelling_dictionary: { Smythe: ['Smith'] } },
  });
  expect(text).toBe(HELLO.text.replace('Smith', 'Smythe'));
  expect(result.transcription?.sentences?.[0]?.success).toBe(true);
  expect(result.transcription?.subtitles?.[0]?.subtitles).toMatch(/^WEBVTT/);
  for (const addon of ['summarization', 'named_entity_recognition', 'sentiment_analysis'] as const) {
    expect(result[addon], addon).toMatchObject({ success: true });
  }
});

// Jobs are resumed from storage: tests/e2e/resume.spec.ts, tests/browser/host.
test('feature: a job goes on after a reload', { tag: THOROUGH }, async ({ engine }) => {
  const id = await reloadedJob(engine);
  expect(await ended(engine, id)).toEqual({ status: 'done', text: HELLO.text });
});

test('feature: a recording plays', async ({ engine }) => {
  const id = await doneJob(engine);
  const seconds = await engine.run(async (job: string) => {
    const audio = new Audio(`/v2/pre-recorded/${job}/file`);
    await new Promise((resolve, reject) => {
      audio.onloadedmetadata = resolve;
      audio.onerror = () => reject(new Error(audio.error?.message ?? 'The audio element failed.'));
      audio.load();
    });
    return audio.duration;
  }, id);
  expect(seconds).toBeGreaterThan(1);
});

test('feature: one thread is used, with the reason, where threads cannot share memory', {
  tag: THOROUGH,
}, async ({ engine }) => {
  // A worker of an earlier job, with half the cores, would have been used again.
  const id = await reloadedJob(engine);
  await ended(engine, id);
  const { body } = await call(engine, 'GET', `/v2/pre-recorded/${id}`);
  const session = z.object({ threads: z.int(), device_reason: z.string().optional() });
  const { threads, device_reason: deviceReason } = session.parse(body?.post_session_metadata);
  const { shared, cores } = await engine.run(() => ({
    shared: crossOriginIsolated && 'SharedArrayBuffer' in globalThis,
    cores: navigator.hardwareConcurrency,
  }));
  expect(threads).toBe(shared ? Math.min(4, cores) : 1);
  if (!shared)
    expect(deviceReason).toMatch(/with one thread, because this browser does not let threads share memory/);
});
