import { beforeEach, describe, expect, it } from 'vitest';
import { jobPage } from '../../src/contract/jobs/pre-recorded-job.ts';
import { caseRows } from '../runner/case-rows.ts';
import { addKey, asJson, ORIGIN, type Service, startService } from './service.ts';
import { putJob } from './stored.ts';

let service: Service;
beforeEach(async () => {
  service = await startService();
});

async function list(query = '') {
  const response = await service.call(`/v2/pre-recorded${query}`);
  expect(response.status).toBe(200);
  return jobPage.strict().parse(await response.json());
}
const ids = async (query: string) => (await list(query)).items.map((job) => job.id);

/** Jobs one minute apart, oldest first. */
async function putJobs(count: number): Promise<string[]> {
  const stored: string[] = [];
  for (let minute = 0; minute < count; minute++) {
    const created_at = new Date(Date.UTC(2026, 4, 1, 12, minute)).toISOString();
    stored.push((await putJob({ created_at })).id);
  }
  return stored;
}

describe('the list of jobs', () => {
  it('is empty at first', async () => {
    const address = `${ORIGIN}/v2/pre-recorded?offset=0&limit=20`;
    expect(await list()).toEqual({ first: address, current: address, next: null, items: [] });
  });

  it('is newest first, 20 to a page', async () => {
    const stored = await putJobs(21);
    const page = await list();
    expect(page.items.map((job) => job.id)).toEqual(stored.toReversed().slice(0, 20));
    expect(page.next).toBe(`${ORIGIN}/v2/pre-recorded?offset=20&limit=20`);
  });

  it('gives each job once when its pages are followed', async () => {
    const stored = await putJobs(7);
    const seen: string[] = [];
    let next: string | null = '?limit=3';
    while (next) {
      const page: Awaited<ReturnType<typeof list>> = await list(new URL(next, `${ORIGIN}/`).search);
      seen.push(...page.items.map((job) => job.id));
      next = page.next;
    }
    expect(seen).toEqual(stored.toReversed());
  });

  it('has no next page after a last one that is full', async () => {
    await putJobs(4);
    expect((await list('?limit=2&offset=2')).next).toBeNull();
  });

  it('keeps its filters in its addresses', async () => {
    await putJobs(3);
    const page = await list('?limit=1&offset=1&status=queued&status=done&custom_metadata[a]=');
    expect(new URL(page.first).searchParams.getAll('status')).toEqual(['queued', 'done']);
    const filtered = await list('?limit=1&status=queued');
    expect(filtered.next).toBe(`${ORIGIN}/v2/pre-recorded?limit=1&status=queued&offset=1`);
  });

  it('filters by one or several states', async () => {
    const queued = await putJob({ created_at: '2026-05-01T00:00:00.000Z' });
    const done = await putJob({ status: 'done', created_at: '2026-05-02T00:00:00.000Z' });
    const failed = await putJob({ status: 'error', created_at: '2026-05-03T00:00:00.000Z' });
    expect(await ids('?status=done')).toEqual([done.id]);
    expect(await ids('?status=queued&status=error')).toEqual([failed.id, queued.id]);
  });

  it('filters by day, and by time before and after', async () => {
    const early = await putJob({ created_at: '2026-05-01T23:59:59.999Z' });
    const midnight = await putJob({ created_at: '2026-05-02T00:00:00.000Z' });
    const late = await putJob({ created_at: '2026-05-02T18:00:00.000Z' });
    expect(await ids('?date=2026-05-02')).toEqual([late.id, midnight.id]);
    expect(await ids('?date=2026-05-02T07:00:00Z')).toEqual([late.id, midnight.id]);
    expect(await ids('?before_date=2026-05-02')).toEqual([early.id]);
    expect(await ids('?after_date=2026-05-02')).toEqual([late.id, midnight.id]);
    expect(await ids('?after_date=2026-05-02T02:00:00%2B02:00&before_date=2026-05-02T18:00:00Z')).toEqual([
      midnight.id,
    ]);
  });

  it('is empty where no time fulfils the filters', async () => {
    await putJobs(2);
    for (const query of caseRows<string>(import.meta.url, 'query')) {
      expect(await ids(query), query).toEqual([]);
    }
    expect(await ids('?before_date=9999-12-31T23:59:59-12:00&after_date=0000-01-01')).toHaveLength(2);
  });

  it('combines its filters, for the app and for a key that sees its own jobs only', async () => {
    const key = await addKey('shop');
    const put = (key_id: string, status: 'done' | 'error', day: number, order: number) =>
      putJob({ key_id, status, created_at: `2026-05-0${day}T12:00:00.000Z`, custom_metadata: { order } });
    const first = await put('shop', 'done', 1, 7);
    await put('shop', 'error', 2, 7);
    const later = await put('shop', 'done', 3, 7);
    const app = await put('app', 'done', 3, 7);
    await put('shop', 'done', 3, 8);
    const as = async (secret: string, query: string) => {
      const response = await service.call(`/v2/pre-recorded${query}`, {}, { 'x-service-key': secret });
      return jobPage.parse(await response.json()).items.map(({ id }) => id);
    };
    const filters = '?status=done&custom_metadata[order]=7';
    expect(await as(key, filters)).toEqual([later.id, first.id]);
    expect(await as(key, `${filters}&after_date=2026-05-02`)).toEqual([later.id]);
    expect(await as(key, '?status=done&date=2026-05-01')).toEqual([first.id]);
    expect((await as(service.key, `${filters}&date=2026-05-03`)).sort()).toEqual([app.id, later.id].sort());
  });

  it('finds what it looks for in a list that is long', async () => {
    for (let order = 0; order < 130; order++)
      await putJob({ custom_metadata: { order, even: order % 2 === 0 } });
    expect(await ids('?custom_metadata[order]=127')).toHaveLength(1);
    const page = await list('?custom_metadata[even]=true&limit=64');
    expect([page.items.length, page.next === null]).toEqual([64, false]);
    const last = await list('?custom_metadata[even]=true&limit=64&offset=64');
    expect([last.items.length, last.next]).toEqual([1, null]);
  });

  it('filters by entries of custom_metadata', async () => {
    const one = await putJob({
      custom_metadata: { order: 7, by: 'Ann Lee' },
      created_at: '2026-05-01T00:00:00.000Z',
    });
    const two = await putJob({
      custom_metadata: { order: 7, by: 'Bo' },
      created_at: '2026-05-02T00:00:00.000Z',
    });
    await putJob();
    expect(await ids('?custom_metadata[order]=7')).toEqual([two.id, one.id]);
    expect(await ids('?custom_metadata[order]=7&custom_metadata[by]=Ann+Lee')).toEqual([one.id]);
    expect(await ids('?custom_metadata%5Bby%5D=Bo')).toEqual([two.id]);
    expect(await ids('?custom_metadata[constructor]=7')).toEqual([]);
  });

  it('counts the offset among the jobs that match', async () => {
    const stored = [];
    for (let day = 1; day <= 6; day++) {
      const status = day % 2 ? 'done' : 'queued';
      stored.push(await putJob({ status, created_at: `2026-05-0${day}T00:00:00.000Z` }));
    }
    expect(await ids('?status=done&offset=1&limit=1')).toEqual([stored[2]?.id]);
  });

  const wrong: [string, string][] = [
    ['offset=-1', 'offset must be an integer of at least 0'],
    ['offset=x', 'offset must be an integer of at least 0'],
    ['limit=0', 'limit must be an integer of at least 1'],
    ['limit=1.5', 'limit must be an integer of at least 1'],
    ['limit=', 'limit must be an integer of at least 1'],
    ['date=yesterday', 'date must be an ISO 8601 date or date-time'],
    ['before_date=2026-13-01', 'before_date must be an ISO 8601 date or date-time'],
    ['after_date=1', 'after_date must be an ISO 8601 date or date-time'],
    ['status=done&status=lost', 'status.1 must be one of queued, processing, done, error'],
  ];
  it.each(wrong)('is 400 for %s', async (query, fault) => {
    const response = await service.call(`/v2/pre-recorded?${query}`);
    expect(response.status).toBe(400);
    expect((await response.json()).validation_errors).toEqual([fault]);
  });

  const unknown: [string, string][] = caseRows(import.meta.url, 'refused');
  it.each(unknown)('is 400 for %s, and never everybody’s jobs', async (query, fault) => {
    await putJobs(1);
    const response = await service.call(`/v2/pre-recorded?${query.replaceAll('"', '%22')}`);
    expect(response.status).toBe(400);
    const body = await response.json();
    expect(body.validation_errors).toEqual([expect.stringContaining(fault)]);
    expect(body).not.toHaveProperty('items');
  });

  it('filters by nested metadata, in brackets and as JSON', async () => {
    const shop = { name: 'Ann & Co', 'a]b': 1, lines: [1, 2], open: true };
    const one = await putJob({ custom_metadata: { shop, order: 7 }, created_at: '2026-05-01T00:00:00.000Z' });
    const two = await putJob({
      custom_metadata: { shop: { ...shop, name: 'Bo' }, order: '7' },
      created_at: '2026-05-02T00:00:00.000Z',
    });
    await putJob({ custom_metadata: { shop: 'Bo' } });
    const json = (value: unknown) => `?custom_metadata=${encodeURIComponent(JSON.stringify(value))}`;
    expect(await ids('?custom_metadata[shop][name]=Bo')).toEqual([two.id]);
    expect(await ids('?custom_metadata[shop][open]=true')).toEqual([two.id, one.id]);
    expect(await ids('?custom_metadata[shop][name][deeper]=Bo')).toEqual([]);
    expect(await ids('?custom_metadata[shop][constructor][name]=Object')).toEqual([]);
    expect(await ids(json({ shop: { name: 'Ann & Co' } }))).toEqual([one.id]);
    expect(await ids(json({ shop: { 'a]b': 1, lines: [1, 2] }, order: 7 }))).toEqual([two.id, one.id]);
    expect(await ids(`${json({ order: 7 })}&custom_metadata[shop][name]=Bo`)).toEqual([two.id]);
    expect(await ids(json({ shop: {} }))).toEqual([]);
    expect(await ids(json({}))).toHaveLength(3);
    expect(await ids('?custom_metadata[shop]=Bo&limit=1')).toHaveLength(1);
  });

  it('keeps a JSON filter in its addresses', async () => {
    for (let order = 0; order < 3; order++) await putJob({ custom_metadata: { of: { shop: 1 } } });
    const page = await list(`?limit=2&custom_metadata=${encodeURIComponent('{"of":{"shop":1}}')}`);
    const next = await list(new URL(page.next ?? '').search);
    expect([page.items.length, next.items.length, next.next]).toEqual([2, 1, null]);
  });

  it('lists a job as it is read by its id', async () => {
    const created = await service.call(
      '/v2/pre-recorded',
      asJson({ audio_url: 'https://elsewhere.example/a.mp3', sentences: true }),
    );
    const { result_url } = await created.json();
    expect((await list()).items).toEqual([await (await service.call(result_url)).json()]);
  });
});
