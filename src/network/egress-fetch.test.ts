import 'fake-indexeddb/auto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { emptyDatabase } from '../../tests/fakes/empty-database.ts';
import { updateSettings } from '../storage/settings/settings-store.ts';
import { egressFetch } from './egress-fetch.ts';
import { clearEgress, listEgress } from './egress-store.ts';

const requests: string[] = [];
const server = createServer((request, response) => {
  requests.push(`${request.method} ${request.url}`);
  request.resume();
  response.end('0123456789');
});
let base: string;
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());
beforeEach(async () => {
  requests.length = 0;
  await emptyDatabase();
});

describe('what leaves the origin', () => {
  it('is noted with host, reason and bytes in both directions', async () => {
    const response = await egressFetch(
      `${base}/events`,
      { method: 'POST', body: 'déjà' },
      { reason: 'delivery', about: 'transcription.success' },
    );
    expect(response.url).toBe(`${base}/events`);
    expect(await response.text()).toBe('0123456789');
    await expect
      .poll(async () => (await listEgress())[0])
      .toMatchObject({
        host: new URL(base).host,
        method: 'POST',
        reason: 'delivery',
        about: 'transcription.success',
        sent: 6,
        received: 10,
        status: 200,
      });
    await clearEgress();
    expect(await listEgress()).toEqual([]);
  });

  it('is noted even if nothing answers', async () => {
    await expect(
      egressFetch('http://127.0.0.1:1/', {}, { reason: 'model', about: 'Whisper' }),
    ).rejects.toThrow(TypeError);
    expect(await listEgress()).toMatchObject([{ host: '127.0.0.1:1', status: null, received: 0 }]);
  });

  it('is refused, and not sent, while the network is switched off', async () => {
    await updateSettings(() => ({ no_network: true }));
    await expect(egressFetch(base, {}, { reason: 'model', about: 'Whisper' })).rejects.toMatchObject({
      code: 'remote_model',
      message: expect.stringContaining('the network is switched off in the settings'),
    });
    expect(requests).toEqual([]);
    expect(await listEgress()).toEqual([]);
  });
});
