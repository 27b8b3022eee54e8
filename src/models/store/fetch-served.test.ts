import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fetchServed } from './fetch-served.ts';

const URL_OF_INDEX = new URL('https://app.example/models/index.json');
const stopped = () => Promise.reject(new TypeError('Failed to fetch'));

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function stubFetch(...answers: (() => Promise<Response>)[]) {
  const fetch = vi.fn(async () => (answers.shift() ?? stopped)());
  vi.stubGlobal('fetch', fetch);
  return fetch;
}

describe('a request to the own origin', () => {
  it('is sent again where the service worker was stopped under it', async () => {
    const fetch = stubFetch(stopped, stopped, async () => new Response('here'));
    const answer = fetchServed(URL_OF_INDEX, { cache: 'no-cache' });
    await vi.runAllTimersAsync();
    expect(await (await answer).text()).toBe('here');
    expect(fetch).toHaveBeenCalledTimes(3);
    expect(fetch).toHaveBeenLastCalledWith(URL_OF_INDEX, { cache: 'no-cache' });
  });

  it('is given up after four attempts, within three seconds', async () => {
    const fetch = stubFetch();
    const answer = fetchServed(URL_OF_INDEX).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(3000);
    expect(await answer).toBeInstanceOf(TypeError);
    expect(fetch).toHaveBeenCalledTimes(4);
  });

  it('is not sent again without network', async () => {
    vi.stubGlobal('navigator', { onLine: false });
    const fetch = stubFetch();
    await expect(fetchServed(URL_OF_INDEX)).rejects.toBeInstanceOf(TypeError);
    expect(fetch).toHaveBeenCalledTimes(1);
  });

  it('is not sent again because of an answer that says no', async () => {
    const fetch = stubFetch(async () => new Response('', { status: 503 }));
    expect((await fetchServed(URL_OF_INDEX)).status).toBe(503);
    expect(fetch).toHaveBeenCalledTimes(1);
  });
});
