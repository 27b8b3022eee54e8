import { afterEach, expect, it, vi } from 'vitest';
import { liveName } from './job-summary.ts';

afterEach(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});

it('names a live session by its day and time here, not by the UTC of its file', () => {
  vi.stubEnv('TZ', 'Asia/Kolkata');
  const name = liveName('live-2026-11-29-21.00.wav');
  expect(name).toMatch(/^Live, /);
  expect(name).toContain('30');
  expect(name).not.toContain('29');
});

it('leaves every other name as it is, also one with a day that no calendar has', () => {
  for (const name of [
    'talk.wav',
    'live-2026-11-29.wav',
    'live-2026-13-29-02.29.wav',
    'my live-2026-11-29-02.29.wav',
  ])
    expect(liveName(name)).toBe(name);
});

it.each([
  ['en', 'en-GB', 'Live, 29 November, 14:29'],
  ['en', 'en-US', 'Live, November 29, 2:29 PM'],
  ['de', 'de-AT', 'Live, 29. November, 14:29'],
  ['de', 'en-US', 'Live, 29. November, 14:29'],
])('in %s, in a browser of %s, a live session is %s', (lang, region, name) => {
  vi.stubEnv('TZ', 'UTC');
  vi.stubGlobal('document', { documentElement: { lang } });
  vi.stubGlobal('navigator', { languages: [region] });
  expect(liveName('live-2026-11-29-14.29.wav').replaceAll('\u202f', ' ')).toBe(name);
});
