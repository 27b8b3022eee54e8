import { z } from '../../lib/zod.ts';

/** Where a server fetches what the app may not reach itself: with the app's key, for its pages and its service worker alone. */
export const SERVER_FETCH_PATH = '/gateway/fetch';

/** Carries the request to send, and the head of its answer, each as JSON in URI components. */
export const SERVER_FETCH_HEADER = 'x-earshot-fetch';

const headers = z.array(z.tuple([z.string(), z.string()]));

/** The body of both is that of the request that carries them. */
export const fetchAsked = z.object({
  url: z.url({ protocol: /^https?$/ }),
  method: z.enum(['GET', 'POST', 'PUT']),
  headers,
  redirect: z.enum(['follow', 'manual']),
});

export const fetchAnswered = z.union([
  z.object({ status: z.int(), statusText: z.string(), url: z.url(), redirected: z.boolean(), headers }),
  /** The address that leads to a private network. */
  z.object({ private: z.url() }),
  z.object({ failure: z.string() }),
]);

export type FetchAsked = z.infer<typeof fetchAsked>;
export type FetchAnswered = z.infer<typeof fetchAnswered>;

export const inHeader = (value: FetchAsked | FetchAnswered): string =>
  encodeURIComponent(JSON.stringify(value));
export const fromHeader = (text: string): unknown => JSON.parse(decodeURIComponent(text));
