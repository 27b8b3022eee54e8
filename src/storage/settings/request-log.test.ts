import 'fake-indexeddb/auto';
import { beforeEach, describe, expect, it } from 'vitest';
import { emptyDatabase } from '../../../tests/fakes/empty-database.ts';
import { closeDatabase } from '../database/database.ts';
import { admitRequest } from './request-log.ts';

beforeEach(emptyDatabase);

const START = Date.UTC(2026, 0, 1);

describe('§8: requests per minute', () => {
  it('are admitted up to the limit within any minute, then told how long to wait', async () => {
    expect(await admitRequest('a', 2, START)).toBeNull();
    expect(await admitRequest('a', 2, START + 20_000)).toBeNull();
    expect(await admitRequest('a', 2, START + 30_000)).toBe(30);
    expect(await admitRequest('a', 2, START + 59_500)).toBe(1);
    expect(await admitRequest('a', 2, START + 60_000)).toBeNull();
    expect(await admitRequest('a', 2, START + 60_001)).toBe(20);
  });

  it('count per key, and outlive the worker that counted', async () => {
    expect(await admitRequest('a', 1, START)).toBeNull();
    expect(await admitRequest('b', 1, START)).toBeNull();
    await closeDatabase();
    expect(await admitRequest('a', 1, START + 1)).toBe(60);
  });

  it('count individually when many come at once', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => admitRequest('a', 4, START)));
    expect(answers.filter((wait) => wait === null)).toHaveLength(4);
  });

  it('follow a lowered limit, and a clock that was put back', async () => {
    for (let index = 0; index < 5; index++) await admitRequest('a', 10, START + index * 1000);
    expect(await admitRequest('a', 2, START + 10_000)).toBe(53);
    expect(await admitRequest('a', 2, START - 3_600_000)).toBeNull();
  });
});
