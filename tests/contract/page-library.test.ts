import { beforeEach, describe, expect, it } from 'vitest';
import { ApiClient } from '../../src/client/api-client.ts';
import { type SpeechClient, speechClient } from '../../src/client/speech-client.ts';
import { type Service, startService } from './service.ts';
import { putJob } from './stored.ts';

let service: Service;
let client: SpeechClient;
beforeEach(async () => {
  service = await startService();
  const api = new ApiClient({
    ready: async () => undefined,
    key: async () => service.key,
    fetch: (input, init) => service.call(String(input), init, { 'x-service-key': service.key }),
  });
  client = speechClient(api);
});

const statusOf = async (id: string) => (await service.call(`/v2/pre-recorded/${id}`)).status;

describe('cancel', () => {
  it.each(['queued', 'processing'] as const)('deletes a job that is %s', async (status) => {
    const { id } = await putJob({ status });
    await client.cancel(id);
    expect(await statusOf(id)).toBe(404);
  });

  it.each(['done', 'error'] as const)('leaves a job alone that ended as %s', async (status) => {
    const { id } = await putJob({ status });
    await client.cancel(id);
    expect(await statusOf(id)).toBe(200);
  });

  it('may be called again and again while the job ends', async () => {
    const { id } = await putJob({ status: 'processing' });
    await Promise.all(Array.from({ length: 5 }, () => client.cancel(id)));
    await client.cancel(id);
    expect(await statusOf(id)).toBe(404);
  });

  it('tells of every other failure', async () => {
    const { id } = await putJob({ status: 'processing' });
    service.key = 'ek_of_nobody';
    await expect(client.cancel(id)).rejects.toMatchObject({ code: 'unauthorized' });
  });
});
