import 'fake-indexeddb/auto';
import { beforeEach, describe, expect, it } from 'vitest';
import { emptyDatabase } from '../../../tests/fakes/empty-database.ts';
import { sureTime } from './sure-time.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const YEAR = 365 * DAY;
const NOON = Date.UTC(2026, 0, 1, 12);

beforeEach(emptyDatabase);

describe('the time that is certain', () => {
  it('is the clock’s, at first and from day to day', async () => {
    for (const now of [NOON, NOON + HOUR, NOON + DAY, NOON + 2 * DAY]) expect(await sureTime(now)).toBe(now);
  });

  it('is that from before while the clock is a year ahead for a few minutes', async () => {
    await sureTime(NOON);
    for (const minutes of [1, 2, 30]) expect(await sureTime(NOON + YEAR + minutes * 60_000)).toBe(NOON);
    expect(await sureTime(NOON + HOUR)).toBe(NOON + HOUR);
    expect(await sureTime(NOON + YEAR + 3 * DAY)).toBe(NOON + HOUR);
  });

  it('follows a day after the app was not opened for long', async () => {
    await sureTime(NOON);
    expect(await sureTime(NOON + YEAR)).toBe(NOON);
    expect(await sureTime(NOON + YEAR + DAY)).toBe(NOON + YEAR + DAY);
  });

  it('goes back with the clock', async () => {
    await sureTime(NOON);
    expect(await sureTime(NOON - YEAR)).toBe(NOON - YEAR);
    expect(await sureTime(NOON - YEAR + DAY)).toBe(NOON - YEAR + DAY);
  });
});
