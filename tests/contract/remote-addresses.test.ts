import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { deliverDue } from '../../src/host/notify/notify.ts';
import { fetchRemoteAudio } from '../../src/recordings/fetch-remote-audio.ts';
import { ensureDeployedClients } from '../../src/service/page-clients.ts';
import { updateJob } from '../../src/storage/jobs/job-store.ts';
import { listDeliveries } from '../../src/storage/notifications/outbox.ts';
import { addWebhook, changeWebhook } from '../../src/storage/notifications/webhook-store.ts';
import { unreachable } from '../../src/storage/settings/ensure-reachable.ts';
import { deployedClients, updateSettings } from '../../src/storage/settings/settings-store.ts';
import { ControlledTime } from '../fakes/controlled-time.ts';
import { Receiver } from '../fakes/receiver.ts';
import { eventually } from '../runner/eventually.ts';
import { asJson, ORIGIN, type Service, startService } from './service.ts';

const PUBLIC = 'https://elsewhere.example/talk.mp3';

let service: Service;
let server: Server;
let remote: string;
let asked: string[];

beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(request.url ?? '');
    if (request.url === '/moved') {
      // Another name of the same server: the only one that a test can be redirected to.
      response.writeHead(302, { location: `${remote.replace('127.0.0.1', 'localhost')}/a.wav` }).end();
    } else response.setHeader('content-type', 'audio/wav').end('RIFF');
  });
  await new Promise<void>((resolve) => server.listen(0, resolve));
  remote = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());
beforeEach(async () => {
  asked = [];
  service = await startService();
});
afterEach(() => vi.unstubAllGlobals());

const forbid = () => updateSettings(() => ({ private_addresses: false }));

async function refusal(path: string, body: unknown): Promise<{ status: number; details: string[] }> {
  const response = await service.call(path, asJson(body));
  const { validation_errors = [], message } = await response.json();
  return { status: response.status, details: [...validation_errors, message] };
}

describe('user information in an address', () => {
  it.each([
    ['audio_url', { audio_url: 'https://me:s3cr3t@elsewhere.example/a.mp3' }],
    ['audio_url', { audio_url: 'https://me@elsewhere.example/a.mp3' }],
    ['callback_url', { audio_url: PUBLIC, callback_url: 'https://me:s3cr3t@elsewhere.example/' }],
    [
      'callback_config.url',
      { audio_url: PUBLIC, callback: true, callback_config: { url: 'https://me:s3cr3t@elsewhere.example/' } },
    ],
  ])('is refused in %s, and not repeated', async (field, body) => {
    const { status, details } = await refusal('/v2/pre-recorded', body);
    expect(status).toBe(400);
    expect(details.join()).toContain(`${field} must not contain a user name or a password`);
    expect(details.join()).not.toContain('s3cr3t');
  });

  it('is refused for an upload and for a webhook', async () => {
    const audio_url = 'https://me:s3cr3t@elsewhere.example/a.mp3';
    expect((await refusal('/v2/upload', { audio_url })).status).toBe(400);
    const fields = { name: 'a', url: audio_url, events: ['transcription.success' as const], secret: null };
    await expect(addWebhook({ ...fields, enabled: true })).rejects.toThrow('without a user name');
  });
});

describe('a private address', () => {
  it.each(['audio_url', 'callback_url', 'callback_config.url'])(
    'is refused in %s where it is not allowed',
    async (field) => {
      await forbid();
      const address = `${remote}/a.wav?token=s3cr3t`;
      const body = {
        audio_url: field === 'audio_url' ? address : PUBLIC,
        ...(field === 'callback_url' && { callback_url: address }),
        ...(field === 'callback_config.url' && { callback: true, callback_config: { url: address } }),
      };
      const { status, details } = await refusal('/v2/pre-recorded', body);
      expect(status).toBe(400);
      expect(details.join()).toContain(
        `${field} must be public: ${remote}/a.wav?… is an address of a private network`,
      );
      expect(details.join()).not.toContain('s3cr3t');
      expect(asked).toEqual([]);
    },
  );

  it('is refused for uploads and webhooks where it is not allowed', async () => {
    await forbid();
    expect((await refusal('/v2/upload', { audio_url: `${remote}/a.wav` })).status).toBe(400);
    const fields = { name: 'a', url: remote, events: ['transcription.success' as const], secret: null };
    await expect(addWebhook({ ...fields, enabled: true })).rejects.toThrow('private network');
    const webhook = await addWebhook({ ...fields, url: PUBLIC, enabled: true });
    await expect(changeWebhook(webhook.id, { ...fields, enabled: true })).rejects.toThrow('private network');
    expect(asked).toEqual([]);
  });

  it('is refused at the end of a redirect, whose answer is not read', async () => {
    await forbid();
    // The first address is taken for a public one: the server of this test has none.
    const follow = globalThis.fetch;
    vi.stubGlobal('fetch', (_: string, init: RequestInit) => follow(`${remote}/moved`, init));
    await expect(fetchRemoteAudio(PUBLIC)).rejects.toMatchObject({
      code: 'invalid_request',
      message: expect.stringContaining('is an address of a private network'),
    });
    expect(asked).toEqual(['/moved', '/a.wav']);
  });

  it('gets nothing that was accepted before it was forbidden', async () => {
    const receiver = await new Receiver().start();
    try {
      const url = receiver.address('/told/s3cr3t?token=s3cr3t');
      const created = await service.call(
        '/v2/pre-recorded',
        asJson({ audio_url: PUBLIC, callback_url: url }),
      );
      const { id } = await created.json();
      await forbid();
      await updateJob(id, () => ({
        status: 'error',
        error: { code: 'remote_audio', status: 502, message: 'The audio could not be fetched.' },
      }));
      await deliverDue(new AbortController().signal, new ControlledTime());
      const [delivery] = await listDeliveries(1);
      expect(delivery).toMatchObject({ state: 'given-up', attempts: 1 });
      expect(delivery?.last?.message).toMatch(/^Nothing was sent: .* which this app does not allow\.$/);
      expect(delivery?.last?.message).not.toContain('token=');
      expect(receiver.received).toEqual([]);
    } finally {
      receiver.stop();
    }
  });
});

describe('who allows private addresses', () => {
  const at = (origin: string) => vi.stubGlobal('location', { origin });
  const deploy = async (file: unknown) => {
    vi.stubGlobal('fetch', async () => Response.json(file));
    await ensureDeployedClients(ORIGIN);
    // The second call would read it in the background.
    await eventually(async () => expect(await deployedClients()).not.toBeNull());
  };

  it('nobody, for an app at a public address, but its own origin', async () => {
    at('https://speech.example');
    expect((await unreachable('http://192.168.0.1/'))?.text).toContain('which this app does not allow');
    expect(await unreachable(PUBLIC)).toBeNull();
  });

  it.each(['http://localhost:13277', 'http://127.0.0.1', 'https://speech.internal', 'http://192.168.0.7'])(
    'the app that is itself at a private address, %s',
    async (origin) => {
      at(origin);
      expect(await unreachable('http://192.168.0.1/')).toBeNull();
    },
  );

  it('the app’s settings, over the default', async () => {
    at('https://speech.example');
    await updateSettings(() => ({ private_addresses: true }));
    expect(await unreachable('http://192.168.0.1/')).toBeNull();
    at('http://localhost:13277');
    await forbid();
    expect((await unreachable('http://192.168.0.1/'))?.text).toContain('does not allow');
    expect(await unreachable('http://localhost:13277/demo/speech.flac')).toBeNull();
  });

  it('the operator’s file, over everything', async () => {
    at('https://speech.example');
    await deploy({ privateAddresses: true });
    await forbid();
    expect(await unreachable('http://192.168.0.1/')).toBeNull();
  });

  it('the operator’s file also forbids them', async () => {
    at('http://localhost:13277');
    await deploy({ privateAddresses: false });
    await updateSettings(() => ({ private_addresses: true }));
    expect((await unreachable('http://192.168.0.1/'))?.text).toContain(
      'the operator of this app does not allow',
    );
  });

  it('nobody, while the operator’s file is invalid', async () => {
    at('http://localhost:13277');
    await deploy({ privateAddresses: 'yes' });
    expect((await unreachable('http://192.168.0.1/'))?.text).toContain('does not allow');
  });
});
