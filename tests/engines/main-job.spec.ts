import { countWordErrors } from '../accuracy/word-error-rate.ts';
import { clip, fixture } from '../e2e/clips.ts';
import { expect, test } from './engine-test.ts';
import { call, ended, fileToSend, transcribe, upload } from './page-tasks.ts';

const HELLO = clip('en_hello.wav');
const LONG = clip('en_25s.flac');
const DIALOGUE = clip('dialogue_en.flac');

/** What the page shows. */
const shown = () => document.body.innerText;

test('feature: the sample is transcribed by a click', async ({ engine, app }) => {
  await engine.open(app.url);
  await engine.run(async () => {
    const sample = () =>
      [...document.querySelectorAll('button')].find(({ textContent }) => textContent?.includes('sample'));
    while (!sample()) await new Promise((resolve) => setTimeout(resolve, 100));
    sample()?.click();
  });
  await expect.poll(() => engine.run(shown), { timeout: 120_000 }).toContain('Goodbye');
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

test('feature: exports as text, captions and JSON', async ({ engine }) => {
  const { id } = await transcribe(engine, fileToSend(HELLO.path));
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

test('feature: upload by address', async ({ engine, app }) => {
  const { status, body } = await call(engine, 'POST', '/v2/upload', {
    audio_url: `${app.url}demo/dialogue.flac`,
  });
  expect(status).toBe(200);
  expect(body).toHaveProperty('audio_metadata.number_of_channels', 1);
});

test('feature: options and add-ons', async ({ engine }) => {
  const { text, result } = await transcribe(engine, fileToSend(DIALOGUE.path), {
    sentences: true,
    subtitles: true,
    subtitles_config: { formats: ['vtt'] },
    summarization: true,
    named_entity_recognition: true,
    sentiment_analysis: true,
    custom_spelling: true,
    custom_spelling_config: { spelling_dictionary: { Emmah: ['Emma'] } },
  });
  expect(text).toContain('Good morning Emmah');
  expect(result.transcription?.sentences?.[0]?.success).toBe(true);
  expect(result.transcription?.subtitles?.[0]?.subtitles).toMatch(/^WEBVTT/);
  for (const addon of ['summarization', 'named_entity_recognition', 'sentiment_analysis'] as const) {
    expect(result[addon], addon).toMatchObject({ success: true });
  }
});

test('feature: a job goes on after a reload', async ({ engine }) => {
  const uploaded = await upload(engine, fileToSend(LONG.path));
  const created = await call(engine, 'POST', '/v2/pre-recorded', { audio_url: uploaded.body?.audio_url });
  await engine.reload();
  const { status, text } = await ended(engine, String(created.body?.id));
  expect(status).toBe('done');
  const { substitutions, insertions, deletions } = countWordErrors(LONG.text, text);
  expect(substitutions + insertions + deletions).toBeLessThanOrEqual(2);
});

test('feature: a recording plays', async ({ engine }) => {
  const { id } = await transcribe(engine, fileToSend(fixture('containers/pcm_s16.wav')));
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

test('feature: one thread is used, with the reason, where threads cannot share memory', async ({
  engine,
}) => {
  // A worker of an earlier job, with half the cores, would be used again.
  await engine.reload();
  const { threads, deviceReason } = await transcribe(engine, fileToSend(HELLO.path));
  const { shared, cores } = await engine.run(() => ({
    shared: crossOriginIsolated && 'SharedArrayBuffer' in globalThis,
    cores: navigator.hardwareConcurrency,
  }));
  expect(threads).toBe(shared ? Math.min(4, cores) : 1);
  if (!shared)
    expect(deviceReason).toMatch(/with one thread, because this browser does not let threads share memory/);
});
