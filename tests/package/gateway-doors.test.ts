import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, request, type Server } from 'node:http';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { WebSocket } from 'ws';
import { PROJECT_ROOT } from '../../src/cli/project-root.ts';
import { portOfServer } from '../../src/cli/server/serve-folder.ts';
import { freePort } from '../pool/nats-server.ts';
import { THOROUGH_TAG } from '../runner/thorough.ts';
import { Running, typed } from './typed.ts';

const whole = inject('whole');
const earshot = 'node_modules/.bin/earshot';
const SAMPLE = readFileSync(join(PROJECT_ROOT, 'public/demo/speech.flac'));
const KEY = 'a-key-of-my-own-1';
const ORIGIN = 'app://obsidian.md';
const CONTAINER = 'host.docker.internal';

/** A way to this machine other than the loopback address. */
const outside = Object.values(networkInterfaces())
  .flatMap((all) => all ?? [])
  .find(({ internal, family }) => !internal && family === 'IPv4')?.address;

describe('a gateway that others may call', () => {
  let gateway: Running;
  let port = 0;
  /** Another server, which allows no origin anything. */
  let elsewhere: Server;
  const received: { headers: IncomingHttpHeaders; body: string }[] = [];

  beforeAll(async () => {
    elsewhere = createServer(async (asked, response) => {
      let body = '';
      for await (const bytes of asked) body += bytes;
      if (asked.method === 'POST') received.push({ headers: asked.headers, body });
      response.setHeader('content-type', 'audio/flac').end(asked.method === 'GET' ? SAMPLE : '');
    });
    await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
    const webhooks = [{ name: 'n8n', url: at('/webhook'), secret: 'of the webhook' }];
    const keys = [{ name: 'notes', secret: KEY }];
    const settings = {
      baseAddresses: ['/v1'],
      privateAddresses: true,
      keys,
      webhooks,
      callbackSecret: 'calls',
    };
    writeFileSync(join(whole, 'doors.json'), JSON.stringify(settings));
    port = await freePort();
    const doors = `--listen 0.0.0.0 --allow-host ${CONTAINER} --allow-origin ${ORIGIN}`;
    gateway = await Running.start(whole, `${earshot} gateway --port ${port} --settings doors.json ${doors}`);
  });
  afterAll(async () => {
    elsewhere.close();
    await gateway.stop();
  });

  const at = (path: string) => `http://127.0.0.1:${portOfServer(elsewhere)}${path}`;

  /** `fetch` sets no `Host`. */
  async function ask(
    path: string,
    headers: IncomingHttpHeaders,
    more: { host?: string; method?: string; body?: string } = {},
  ) {
    const { host = '127.0.0.1', method = 'GET', body } = more;
    const asked = request({ host, port, path, method, headers });
    asked.end(body);
    const [answer] = await once(asked, 'response');
    let text = '';
    for await (const bytes of answer) text += bytes;
    return { status: answer.statusCode, headers: answer.headers, text };
  }
  const key = { 'x-service-key': KEY };
  const json = { ...key, 'content-type': 'application/json' };

  it('prints the names of its keys, and no secret', () => {
    expect(gateway.output).toContain('Keys: notes');
    expect(gateway.output).not.toContain('x-service-key');
  });

  it('answers a container below the name that it calls', async () => {
    const host = `${CONTAINER}:${port}`;
    const body = JSON.stringify({ audio_url: at('/talk.flac') });
    const upload = await ask('/v2/upload', { ...json, host }, { method: 'POST', body });
    expect(upload.status).toBe(200);
    expect(JSON.parse(upload.text).audio_url).toContain(`http://${host}/v2/upload/`);
    const live = await ask('/v2/live', { ...json, host }, { method: 'POST', body: '{}' });
    expect(JSON.parse(live.text).url).toContain(`ws://${host}/v2/live?token=`);
  });

  it('lets pages of an admitted origin call, and no others', async () => {
    const preflight = {
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization',
    };
    const options = await ask(
      '/v1/audio/transcriptions',
      { origin: ORIGIN, ...preflight },
      { method: 'OPTIONS' },
    );
    expect([options.status, options.headers['access-control-allow-headers']]).toEqual([204, 'authorization']);
    const models = await ask('/v1/models', { origin: ORIGIN, authorization: `Bearer ${KEY}` });
    expect([models.status, models.headers['access-control-allow-origin']]).toEqual([200, ORIGIN]);
    const evil = { origin: 'https://evil.example', ...key };
    expect((await ask('/v2/pre-recorded', evil)).status).toBe(403);
    expect((await ask('/v2/pre-recorded', { ...evil, ...preflight }, { method: 'OPTIONS' })).status).toBe(
      403,
    );
  });

  it.skipIf(outside === undefined)(
    'shows the network its API alone, and asks for the key there, too',
    async () => {
      const host = outside ?? '';
      expect((await ask('/v2/pre-recorded', { ...key, host: CONTAINER }, { host })).status).toBe(200);
      expect((await ask('/v2/pre-recorded', { host: CONTAINER }, { host })).status).toBe(401);
      expect((await ask('/v2/pre-recorded', { ...key, host: 'evil.example' }, { host })).status).toBe(403);
      for (const path of ['/', '/operator-settings.json', '/models/index.json'])
        expect((await ask(path, { host: 'localhost' }, { host })).status).toBe(403);
      expect((await ask('/gateway/fetch', { host: 'localhost' }, { host, method: 'POST' })).status).toBe(403);
    },
  );

  it('fetches a recording, and sends signed callbacks and webhooks, without CORS', async () => {
    received.length = 0;
    const body = JSON.stringify({
      audio_url: at('/talk.flac'),
      allow_draft: true,
      callback: true,
      callback_config: { url: at('/callback') },
    });
    const created = await ask('/v2/pre-recorded', json, { method: 'POST', body });
    expect(created.text).toContain('result_url');
    await expect.poll(() => received.length, { timeout: 90_000 }).toBe(2);
    for (const { headers, body } of received) {
      expect(headers['x-earshot-signature']).toMatch(/^sha256=[\da-f]{64}$/);
      expect(JSON.parse(body).event).toBe('transcription.success');
      expect(headers.origin).toBeUndefined();
    }
  });

  it('serves none of its secrets', async () => {
    const { text } = await ask('/operator-settings.json', { host: 'localhost' });
    expect(JSON.parse(text)).toMatchObject({ baseAddresses: ['/v1', `http://${CONTAINER}:${port}`] });
    expect(text).not.toMatch(new RegExp(`${KEY}|webhook|calls`));
  });

  it('a live session whose client died becomes a job with its file', { tags: THOROUGH_TAG }, async () => {
    const created = await ask('/v2/live', json, { method: 'POST', body: '{}' });
    const { id, url } = JSON.parse(created.text);
    const socket = new WebSocket(url);
    await once(socket, 'open');
    socket.send(Buffer.alloc(32_000, 1));
    await once(socket, 'message');
    socket.terminate();
    await expect
      .poll(async () => (await ask(`/v2/live/${id}/file`, key)).status, { timeout: 110_000, interval: 2_000 })
      .toBe(200);
  });
});

it.each(['--listen 0.0.0.0', '--allow-host notes', '--allow-origin app://obsidian.md'])(
  'refuses to start with %s and no key',
  async (given) => {
    const { status, errors } = await typed(whole, `${earshot} gateway --port ${await freePort()} ${given}`);
    expect(status).toBe(2);
    expect(errors).toMatch(/^--[\w-]+ needs a key of your own: one of "keys" in --settings FILE/);
  },
);

it.each([
  ['--listen everywhere', '--listen must be an IP address'],
  ['--allow-host http://notes', '--allow-host must be a name'],
  ["--allow-origin '*'", '--allow-origin must be an origin'],
])('refuses %s', async (given, sentence) => {
  expect((await typed(whole, `${earshot} gateway ${given}`)).errors).toContain(sentence);
});
