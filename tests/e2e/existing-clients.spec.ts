import { expect, type Page, type Request } from '@playwright/test';
import { APP_WITH_MODELS } from '../runner/test-addresses.ts';
import { THOROUGH } from '../runner/thorough.ts';
import {
  configure,
  HELLO,
  HOSTED,
  loadClients,
  recording,
  watchLeaving,
} from './existing-clients/configured-page.ts';
// Adds the page's functions to the global scope's type.
import type {} from './existing-clients/page.ts';
import { appKey, openApp } from './page-service.ts';
import { test } from './test.ts';

const heard = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^a-z ]/g, '')
    .trim();

test.describe('public clients', () => {
  /** One page for all, as a page of theirs is open for long. */
  let page: Page;
  let left: Request[];
  test.beforeAll(async ({ browser }) => {
    const context = await browser.newContext();
    left = watchLeaving(context);
    page = await context.newPage();
    await openApp(page);
    await configure(page, [HOSTED]);
    await loadClients(page);
  });
  test.beforeEach(() => left.splice(0));
  test.afterAll(() => page.context().close());

  test('the JavaScript SDK runs with nothing changed, its own address being served here', async () => {
    const { base64, key } = await recording(page);
    const seen = await page.evaluate(
      async ({ base64, key }) => {
        const { GladiaClient } = globalThis.publicClients;
        const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
        const file = () => new File([bytes], 'hello.wav', { type: 'audio/wav' });
        const client = new GladiaClient({ apiKey: key }).preRecorded();
        const quick = { interval: 200 };

        const uploaded = await client.uploadFile(file());
        const created = await client.create({
          audio_url: uploaded.audio_url,
          model: 'solaria-1',
          language_config: { languages: ['en'], code_switching: false },
          custom_metadata: { order: 7, of: 'sdk' },
          sentences: true,
          subtitles: true,
          subtitles_config: { formats: ['srt', 'vtt'] },
          diarization_config: { min_speakers: 1, max_speakers: 2 },
        });
        const first = await client.get(created.id);
        const polled = await client.poll(created.id, quick);
        const untyped = await client.createUntyped({
          audio_url: uploaded.audio_url,
          custom_metadata: { of: 'sdk' },
        });
        const again = await client.createAndPollUntyped({ audio_url: uploaded.audio_url }, quick);
        const fromBlob = await client.transcribe(
          new Blob([bytes], { type: 'audio/wav' }),
          { model: 'solaria-1' },
          quick,
        );
        const fromAddress = await client.transcribe(uploaded.audio_url, undefined, quick);
        const fromFile = await client.transcribeUntyped(file(), { sentences: true }, quick);
        const page1 = await client.list({ limit: 2, status: ['done'], after_date: '2026-01-01' });
        const page2 = page1.next === null ? null : await client.list({ url: page1.next });
        const mine = await client.list({ custom_metadata: { order: 7 } });
        const stored = await client.getFile(created.id);
        const deleted = await client.delete(created.id);
        await client.poll(untyped.id, quick);
        return {
          uploaded,
          created,
          first,
          polled,
          texts: [again, fromBlob, fromAddress, fromFile].map(
            ({ result }) => result?.transcription?.full_transcript,
          ),
          page1: { ...page1, items: page1.items.map(({ status }) => status) },
          page2: page2 && { ...page2, items: page2.items.length },
          mine: mine.items.map(({ id }) => id),
          storedBytes: stored.byteLength,
          sentBytes: bytes.length,
          deleted,
        };
      },
      { base64, key },
    );
    const { uploaded, created, first, polled } = seen;
    expect(uploaded.audio_url).toBe(`${HOSTED}/v2/upload/${uploaded.audio_metadata.id}`);
    expect(uploaded.audio_metadata).toMatchObject({
      filename: 'hello.wav',
      extension: 'wav',
      number_of_channels: 1,
    });
    expect(created.result_url).toBe(`${HOSTED}/v2/pre-recorded/${created.id}`);
    expect(first).toMatchObject({ id: created.id, custom_metadata: { order: 7, of: 'sdk' } });
    expect(polled).toMatchObject({
      status: 'done',
      error_code: null,
      request_params: { model: 'solaria-1' },
    });
    const { transcription } = polled.result ?? {};
    expect(heard(transcription?.full_transcript ?? '')).toBe(heard(HELLO.text));
    expect(transcription?.subtitles?.map(({ format }) => format)).toEqual(['srt', 'vtt']);
    expect(transcription?.sentences?.[0]).toMatchObject({ success: true });
    expect(transcription?.utterances[0]?.words.length).toBeGreaterThan(0);
    expect(seen.texts.map((text) => heard(text ?? ''))).toEqual(Array(4).fill(heard(HELLO.text)));
    expect(seen.page1).toMatchObject({ items: ['done', 'done'] });
    expect(seen.page1.first.startsWith(`${HOSTED}/v2/pre-recorded?`)).toBe(true);
    expect(seen.page2?.items).toBeGreaterThan(0);
    expect(seen.mine).toEqual([created.id]);
    expect(seen.storedBytes).toBe(seen.sentBytes);
    expect(seen.deleted).toBe(true);
    expect(left.map((request) => request.url())).toEqual([]);
  });

  test('the JavaScript SDK runs with its base address changed to the app', { tag: THOROUGH }, async () => {
    const { base64, key } = await recording(page);
    const seen = await page.evaluate(
      async ({ base64, key, apiUrl }) => {
        const client = new globalThis.publicClients.GladiaClient({ apiKey: key, apiUrl }).preRecorded();
        const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
        const done = await client.transcribe(new File([bytes], 'hello.wav'), {}, { interval: 200 });
        const { first } = await client.list({ limit: 1 });
        return { text: done.result?.transcription?.full_transcript, first };
      },
      { base64, key, apiUrl: APP_WITH_MODELS },
    );
    expect(heard(seen.text ?? '')).toBe(heard(HELLO.text));
    expect(seen.first).toContain(`${APP_WITH_MODELS}/v2/pre-recorded?`);
    expect(left.map((request) => request.url())).toEqual([]);
  });

  test('the JavaScript SDK tells the errors of the service in its words', { tag: THOROUGH }, async () => {
    const key = await appKey(page);
    const errors = await page.evaluate(async (key) => {
      const { GladiaClient } = globalThis.publicClients;
      const client = new GladiaClient({ apiKey: key }).preRecorded();
      const nobody = '99999999-9999-4999-8999-999999999999';
      const told = async (action: Promise<unknown>) => {
        try {
          return { message: `no error: ${JSON.stringify(await action)}`, status: 0 };
        } catch (error) {
          const { message } = error as Error;
          return { message, status: Number(Reflect.get(error as Error, 'status') ?? 0) };
        }
      };
      return {
        wrongKey: await told(new GladiaClient({ apiKey: 'ek_wrong' }).preRecorded().list()),
        unknownJob: await told(client.get(nobody)),
        deleteUnknown: await told(client.delete(nobody)),
        fileOfUnknown: await told(client.getFile(nobody)),
        wrongParameter: await told(
          client.createUntyped({ audio_url: 'https://a.example/a.mp3', model: 'solaria-9' }),
        ),
        noAudio: await told(client.uploadFile(new File(['some words'], 'words.txt', { type: 'text/plain' }))),
        wrongList: await told(client.list({ limit: 0 })),
        failedJob: await told(
          client.createAndPoll({ audio_url: 'http://127.0.0.1:9/none.mp3' }, { interval: 200 }),
        ),
        live: await told(new GladiaClient({ apiKey: key }).live().get(nobody)),
      };
    }, key);
    expect(errors.wrongKey).toMatchObject({
      status: 401,
      message: expect.stringContaining('x-gladia-key header is not valid'),
    });
    expect(errors.unknownJob).toMatchObject({
      status: 404,
      message: expect.stringContaining('does not exist'),
    });
    expect(errors.deleteUnknown.status).toBe(404);
    expect(errors.fileOfUnknown.status).toBe(404);
    expect(errors.wrongParameter).toMatchObject({
      status: 400,
      message: expect.stringContaining('Invalid parameter'),
    });
    expect(errors.noAudio.status).toBe(415);
    expect(errors.wrongList.status).toBe(400);
    expect(errors.failedJob.message).toContain('failed with error code: 502');
    expect(errors.live.status).toBe(404);
    expect(left.map((request) => request.url())).toEqual([]);
  });

  for (const [how, hooked] of [
    ['at its built-in address, being served here', false],
    ['with only its fetch given', true],
  ] as const) {
    test(`the AI SDK provider runs ${how}`, { tag: hooked ? [] : THOROUGH }, async () => {
      if (hooked) await configure(page, []);
      const { base64, key } = await recording(page);
      const seen = await page.evaluate(
        async ({ base64, key, hooked }) => {
          // Sends requests to the app, with the key that the provider gives only to its own URL.
          const here: typeof fetch = (input, init) => {
            const headers = new Headers(init?.headers);
            headers.set('x-gladia-key', key);
            const { pathname } = new URL(input instanceof Request ? input.url : input);
            return fetch(pathname, { ...init, headers });
          };
          const gladia = globalThis.publicClients.createGladia({
            apiKey: key,
            ...(hooked && { fetch: here }),
          });
          const audio = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
          const result = await gladia.transcription().doGenerate({
            audio,
            mediaType: 'audio/wav',
            providerOptions: {
              gladia: {
                language: 'en',
                customVocabulary: ['hello'],
                sentences: true,
                subtitles: true,
                customMetadata: { of: 'provider' },
              },
            },
          });
          const wrong = await globalThis.publicClients
            .createGladia({ apiKey: 'ek_wrong', ...(hooked && { fetch: here, apiKey: key }) })
            .transcription()
            .doGenerate({ audio: hooked ? new Uint8Array(9) : audio, mediaType: 'audio/wav' })
            .then(
              () => ({ message: 'no error', body: '' }),
              (error: Error) => ({
                message: error.message,
                body: String(Reflect.get(error, 'responseBody')),
              }),
            );
          return { ...result, response: null, wrong };
        },
        { base64, key, hooked },
      );
      expect(heard(seen.text)).toBe(heard(HELLO.text));
      expect(seen.language).toBe('en');
      expect(seen.durationInSeconds).toBeCloseTo(HELLO.duration, 1);
      expect(seen.segments[0]?.text).toBeTruthy();
      const job = seen.providerMetadata?.gladia as { status?: string } | undefined;
      expect(job?.status).toBe('done');
      expect(seen.wrong.message).toBe(hooked ? 'unsupported media' : 'unauthorized');
      expect(JSON.parse(seen.wrong.body)).toMatchObject({ statusCode: hooked ? 415 : 401 });
      expect(left.map((request) => request.url())).toEqual([]);
    });
  }
});
