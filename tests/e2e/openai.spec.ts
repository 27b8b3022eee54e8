import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import type { Plugin } from 'vite';
import { type RunningServer, startServer } from '../../src/cli/server/serve.ts';
import { OWN_MODELS } from '../runner/test-models.ts';
import { THOROUGH } from '../runner/thorough.ts';
import { clip } from './clips.ts';
import { bundleClients } from './existing-clients/bundle-clients.ts';
import { HostedService } from './existing-clients/hosted-service.ts';
// Adds the page's functions to the global scope's type.
import type {} from './existing-clients/page.ts';
import { test } from './test.ts';

const HELLO = clip('en_hello.wav');
const recording = readFileSync(HELLO.path).toString('base64');

let hosted: HostedService;
/** Requests to the address that the package knows. */
let left: string[] = [];
let site: RunningServer;
test.beforeAll(async () => {
  hosted = await new HostedService().start();
  site = await startServer({ port: 0, modelsDir: OWN_MODELS, log: () => undefined, plugins: [pages()] });
});
test.afterAll(async () => {
  await site.close();
  await hosted.stop();
});
test.beforeEach(() => {
  hosted.received.length = 0;
  left = [];
});

/** What an existing client does at once, before anything of the app is installed. */
const EARLY = `
const form = new FormData();
form.append('file', new File([new Uint8Array(9_000)], 'talk.wav'));
form.append('model', 'whisper-1');
const told = (path, init) => fetch(HOSTED + path, init).then(({ status }) => status, String);
window.early = Promise.all([told('/v1/audio/transcriptions', { method: 'POST', body: form }), told('/v1/models')]);`;

/**
 * Pages with the guard and the unmodified package: `/named` names the addresses, `/other` names another one. `/early-named` and
 * `/early-unset` send their requests before the app is installed.
 */
function pages(): Plugin {
  const page = (config: unknown) => `<!doctype html><html lang="en"><head>
<script src="/earshot-guard.js"></script>
<script>window.earshotConfig = ${JSON.stringify(config)};</script>
<script src="/clients.js"></script>
<script type="module">import { key } from '/earshot.js'; window.keyOfApp = await key();</script>
<title>A page written for a hosted service</title></head><body></body></html>`;
  return {
    name: 'openai-pages',
    configurePreviewServer({ middlewares }) {
      const serve = (path: string, type: string, text: () => Promise<string> | string) =>
        middlewares.use(path, async (_, response) => {
          response.setHeader('content-type', type).end(await text());
        });
      serve('/clients.js', 'text/javascript', bundleClients);
      serve('/named', 'text/html', () =>
        page({ baseAddresses: ['https://api.openai.com/v1', `${hosted.base}/v1`] }),
      );
      const early = (config: string) =>
        `<!doctype html><script src="/earshot-guard.js"></script><script>const HOSTED = '${hosted.base}'; ${config} ${EARLY}</script>`;
      serve('/early-named', 'text/html', () =>
        early(`window.earshotConfig = { baseAddresses: ['${hosted.base}/v1'] };`),
      );
      serve('/early-unset', 'text/html', () => early(''));
      serve('/other', 'text/html', () => page({ baseAddresses: ['https://speech.example'] }));
    },
  };
}

declare const window: Window & { keyOfApp: string; early: Promise<unknown> };

async function open(page: Page, path: string): Promise<void> {
  page.context().on('request', (request) => {
    if (request.url().startsWith('https://api.openai.com')) left.push(request.url());
  });
  await page.goto(new URL(path, site.url).href);
  await page.waitForFunction(() => 'keyOfApp' in window);
}

// In Node it runs in tests/package/gateway-realtime.test.ts.
test('the Realtime client of the package transcribes in a page by a socket that never leaves it', {
  tag: THOROUGH,
}, async ({ page }) => {
  await open(page, 'named');
  const seen = await page.evaluate(async (base64) => {
    const { OpenAI, OpenAIRealtimeWebSocket } = globalThis.publicClients;
    const client = new OpenAI({ apiKey: window.keyOfApp, dangerouslyAllowBrowser: true });
    const realtime = new OpenAIRealtimeWebSocket({ intent: 'transcription' }, client);
    const types = new Set<string>();
    realtime.on('event', ({ type }) => types.add(type));
    realtime.on('error', ({ message }) => types.add(message));
    await new Promise((resolve) => realtime.socket.addEventListener('open', resolve));
    const input = { turn_detection: null, transcription: { model: 'whisper-1', language: 'en' } };
    realtime.send({ type: 'session.update', session: { type: 'transcription', audio: { input } } });
    // 16 bits of 16 kHz behind the header, each sample once or twice: 24 kHz.
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0)).slice(44);
    const samples = new Int16Array(bytes.buffer, 0, bytes.length >> 1);
    const faster = Int16Array.from(
      { length: samples.length * 1.5 },
      (_, at) => samples[Math.floor(at / 1.5)] ?? 0,
    );
    let binary = '';
    for (const byte of new Uint8Array(faster.buffer)) binary += String.fromCharCode(byte);
    realtime.send({ type: 'input_audio_buffer.append', audio: btoa(binary) });
    realtime.send({ type: 'input_audio_buffer.commit' });
    const completed = await new Promise<string>((resolve) => {
      realtime.on('conversation.item.input_audio_transcription.completed', ({ transcript }) =>
        resolve(transcript),
      );
      realtime.on('conversation.item.input_audio_transcription.failed', ({ error }) =>
        resolve(String(error.message)),
      );
    });
    realtime.close();
    return { completed, types: [...types], isSocket: realtime.socket instanceof WebSocket };
  }, recording);
  expect(seen.completed).toMatch(/John Smith/);
  expect(seen.types).toContain('session.created');
  expect(seen.isSocket).toBe(true);
  expect(left).toEqual([]);
});

test('recordings of a first visit never reach a named address, nor any where nothing is named', async ({
  page,
}) => {
  await page.goto(new URL('early-named', site.url).href);
  expect(await page.evaluate(() => window.early)).toEqual([401, 401]);
  expect(hosted.received).toEqual([]);
  await page.goto(new URL('early-unset', site.url).href);
  expect(await page.evaluate(() => window.early)).toEqual([
    expect.stringContaining('no settings on this device name its address'),
    418,
  ]);
  expect(hosted.received.map(({ path }) => path)).toEqual(['/v1/models']);
});

test('a client that goes away leaves no job', { tag: THOROUGH }, async ({ page }) => {
  await open(page, 'named');
  const left = await page.evaluate(async (base64) => {
    const { OpenAI } = globalThis.publicClients;
    const client = new OpenAI({ apiKey: window.keyOfApp, dangerouslyAllowBrowser: true, maxRetries: 0 });
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    const control = new AbortController();
    const jobs = async () => {
      const answer = await fetch('/v2/pre-recorded', { headers: { 'x-service-key': window.keyOfApp } });
      return (await answer.json()).items.length as number;
    };
    const asking = client.audio.transcriptions
      .create({ file: new File([bytes], 'hello.wav'), model: 'whisper-1' }, { signal: control.signal })
      .then(
        () => 'done',
        (error: Error) => error.constructor.name,
      );
    while ((await jobs()) === 0) await new Promise((resolve) => setTimeout(resolve, 20));
    control.abort();
    const outcome = await asking;
    while ((await jobs()) > 0) await new Promise((resolve) => setTimeout(resolve, 20));
    return outcome;
  }, recording);
  expect(left).not.toBe('done');
});

test('other senders are refused to a named address, and others reach theirs', { tag: THOROUGH }, async ({
  page,
}) => {
  await open(page, 'named');
  const send = (base: string) =>
    page.evaluate(async (base) => {
      const byXhr = new Promise<number>((resolve) => {
        const request = new XMLHttpRequest();
        request.open('POST', `${base}/audio/transcriptions`);
        request.onloadend = () => resolve(request.status);
        request.send('words');
      });
      const attempt = (act: () => unknown) => {
        try {
          act();
          return 'opened';
        } catch (error) {
          return String(error);
        }
      };
      const events = attempt(() => new EventSource(`${base}/audio/transcriptions`).close());
      const script =
        'onmessage = ({ data }) => fetch(data, { method: "POST" }).then(({ status }) => postMessage(status));';
      const worker = new Worker(URL.createObjectURL(new Blob([script], { type: 'text/javascript' })));
      const ofWorker = new Promise((resolve) => {
        worker.onmessage = ({ data }) => resolve(data);
      });
      worker.postMessage(`${base}/audio/transcriptions`);
      const beacon = navigator.sendBeacon(`${base}/audio/transcriptions`, 'words');
      const xhr = await byXhr;
      const listed = await fetch(`${base}/models`).then(({ status }) => status, String);
      return { events, xhr, beacon, listed, worker: await ofWorker };
    }, base);
  expect(await send(`${hosted.base}/v1`)).toEqual({
    events: expect.stringContaining('was not sent'),
    xhr: 0,
    beacon: true,
    listed: 401,
    worker: 404,
  });
  expect(hosted.received).toEqual([]);
  // To workers the settings of all pages apply: they do not say which page started them.
  await page.goto(new URL('other', site.url).href);
  expect(await send(`${hosted.base}/v1`)).toMatchObject({
    events: 'opened',
    xhr: 418,
    listed: 418,
    worker: 404,
  });
  await expect.poll(() => hosted.received.length).toBeGreaterThanOrEqual(3);
});
