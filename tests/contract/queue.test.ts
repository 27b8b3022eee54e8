import { beforeEach, describe, expect, it, vi } from 'vitest';
import { type ChannelMessage, onChannelMessage } from '../../src/contract/realms/channel.ts';
import { checkpointRecord } from '../../src/storage/database/records.ts';
import { putCheckpoint } from '../../src/storage/jobs/checkpoint-store.ts';
import { getJob, updateJob } from '../../src/storage/jobs/job-store.ts';
import { queueOrder } from '../../src/storage/jobs/queue-order.ts';
import { checkpoint } from '../fakes/empty-database.ts';
import { asJson, type Service, startService } from './service.ts';
import { putJob } from './stored.ts';

let service: Service;
beforeEach(async () => {
  service = await startService();
});

const change = (id: string, body: unknown) => service.call(`/v2/pre-recorded/${id}/queue`, asJson(body));
const three = async () => {
  const jobs = [];
  for (const second of [1, 2, 3]) jobs.push(await putJob({ created_at: `2026-01-01T00:00:0${second}.000Z` }));
  return jobs.map(({ id }) => id);
};

describe('the queue', () => {
  it('runs a job next that is moved up, and another one before that', async () => {
    const [first, second, third] = await three();
    expect(await queueOrder()).toEqual([first, second, third]);
    await change(third ?? '', { first: true });
    expect(await queueOrder()).toEqual([third, first, second]);
    await change(second ?? '', { first: true });
    expect(await queueOrder()).toEqual([second, third, first]);
  });

  it('leaves out what is paused, until it is resumed', async () => {
    const [first, second, third] = await three();
    const paused = await change(first ?? '', { paused: true });
    expect((await paused.json()).post_session_metadata.paused).toBe(true);
    expect(await queueOrder()).toEqual([second, third]);
    await change(first ?? '', { paused: false });
    expect(await queueOrder()).toEqual([first, second, third]);
  });

  it('stops a running job where it is: its run can write no more', async () => {
    const { id } = await putJob();
    await updateJob(id, () => ({ status: 'processing', claim: 'run-1', progress: 0.5 }));
    await putCheckpoint(checkpoint(id, 0), 'run-1');
    const stop = new AbortController();
    const message = new Promise<ChannelMessage>((resolve) => onChannelMessage(resolve, stop.signal));
    await change(id, { paused: true });
    expect(await message).toEqual({ type: 'job-paused', id });
    stop.abort();
    expect(await getJob(id)).toMatchObject({ status: 'queued', claim: null, progress: 0.5, paused: true });
    expect(await putCheckpoint(checkpoint(id, 1), 'run-1')).toBe(false);
  });

  it('refuses what is no change, no job or ended', async () => {
    const { id } = await putJob({ status: 'done' });
    expect((await change(id, { paused: true })).status).toBe(409);
    expect((await change(id, { paused: 'yes' })).status).toBe(400);
    expect((await change('7b2c1e52-0000-4000-8000-000000000000', { paused: true })).status).toBe(404);
  });
});

describe('the text of a running job', () => {
  it('is read window by window', async () => {
    const { id } = await putJob();
    await updateJob(id, () => ({ status: 'processing', claim: 'run-1' }));
    for (const index of [0, 1, 2]) await putCheckpoint(checkpoint(id, index), 'run-1');
    const all = await (await service.call(`/v2/pre-recorded/${id}/partial`)).json();
    expect(all).toMatchObject({ available: true, windows: 3, languages: ['en'] });
    expect(all.utterances).toHaveLength(3);
    const rest = await (await service.call(`/v2/pre-recorded/${id}/partial?from=2`)).json();
    expect(rest.utterances).toHaveLength(1);
    expect((await service.call(`/v2/pre-recorded/${id}/partial?from=x`)).status).toBe(400);
  });

  it('is read from storage only from the window on that was asked for', async () => {
    const { id } = await putJob();
    await updateJob(id, () => ({ status: 'processing', claim: 'run-1' }));
    for (let index = 0; index < 20; index++) await putCheckpoint(checkpoint(id, index), 'run-1');
    const parse = vi.spyOn(checkpointRecord, 'parse');
    const rest = await (await service.call(`/v2/pre-recorded/${id}/partial?from=18`)).json();
    expect(parse).toHaveBeenCalledTimes(2);
    expect(rest).toMatchObject({ windows: 20 });
    parse.mockRestore();
  });

  it('misses no window that ends after a later one', async () => {
    const { id } = await putJob();
    await updateJob(id, () => ({ status: 'processing', claim: 'run-1' }));
    const partial = async (from: number) =>
      (await service.call(`/v2/pre-recorded/${id}/partial?from=${from}`)).json();
    for (const index of [0, 2]) await putCheckpoint(checkpoint(id, index), 'run-1');
    const first = await partial(0);
    expect(first.utterances).toHaveLength(1);
    await putCheckpoint(checkpoint(id, 1), 'run-1');
    const second = await partial(first.windows);
    expect(second.utterances).toHaveLength(2);
    expect(second.windows).toBe(3);
  });

  it('is kept back where it will be redacted', async () => {
    const { id } = await putJob();
    await updateJob(id, ({ params }) => ({
      status: 'processing',
      claim: 'run-1',
      params: { ...params, pii_redaction: true },
    }));
    await putCheckpoint(checkpoint(id, 0), 'run-1');
    const partial = await (await service.call(`/v2/pre-recorded/${id}/partial`)).json();
    expect(partial).toEqual({ available: false, windows: 1, utterances: [], languages: [] });
  });
});
