import type { BodyMessage, FetchCall, ResponseMessage } from './messages.ts';

export interface OutgoingRequest {
  call: FetchCall;
  transfer: Transferable[];
  signal: AbortSignal;
}

/** The arguments of `fetch`: files and Blobs are passed without being read; streams and other bodies are transferred. */
export async function toFetchCall(
  input: RequestInfo | URL,
  init: RequestInit | undefined,
  base: URL,
): Promise<OutgoingRequest> {
  const form = init?.body instanceof FormData ? init.body : null;
  const blob = init?.body instanceof Blob ? init.body : null;
  const stream = init?.body instanceof ReadableStream ? init.body : null;
  // The browser validates the call and computes its headers; a body passed as it is needs no copy.
  const request = new Request(input instanceof Request ? input : new URL(fromApp(input), base), {
    ...init,
    ...((form || stream) && { body: null }),
  });
  const { url, method, headers, signal } = request;
  const value = blob ?? stream ?? (await readBody(request));
  const body: BodyMessage | null = form
    ? { kind: 'form', entries: Array.from(form, toEntry) }
    : value && { kind: 'bytes', value };
  return {
    call: { call: 'fetch', url, method, headers: [...headers], body },
    transfer: value === null || value instanceof Blob ? [] : [value],
    signal,
  };
}

/** `/v2` is the app's, wherever the app is. */
const fromApp = (input: string | URL) =>
  typeof input === 'string' && /^\/v2(\/|$)/.test(input) ? `.${input}` : input;

/** Firefox has no `Request.body` to distinguish an absent body from an empty one: both cross as none. */
async function readBody(request: Request): Promise<ArrayBuffer | null> {
  const bytes = request.body === null ? null : await request.arrayBuffer();
  return bytes?.byteLength ? bytes : null;
}

const toEntry = ([name, value]: [string, FormDataEntryValue]): [string, string | Blob, string?] =>
  typeof value === 'string' ? [name, value] : [name, value, value.name];

/** Converts the frame's answer into the Response of `fetch`. */
export function toResponse({ url, status, statusText, headers, body }: ResponseMessage): Response {
  const response = new Response(body, { status, statusText, headers });
  return Object.defineProperty(response, 'url', { value: url });
}
