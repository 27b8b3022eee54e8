import type { BodyMessage, FetchCall, ResponseMessage } from './messages.ts';

export interface OutgoingRequest {
  call: FetchCall;
  transfer: Transferable[];
  signal: AbortSignal;
}

/**
 * What `fetch` was called with → a message. Files and Blobs cross without being read; a stream, and what else a body is made
 * of, is handed over.
 */
export async function toFetchCall(
  input: RequestInfo | URL,
  init: RequestInit | undefined,
  base: URL,
): Promise<OutgoingRequest> {
  const form = init?.body instanceof FormData ? init.body : null;
  const blob = init?.body instanceof Blob ? init.body : null;
  const stream = init?.body instanceof ReadableStream ? init.body : null;
  // The browser checks the call, and says what its headers are; a body that crosses as it is needs no copy.
  const request = new Request(input instanceof Request ? input : new URL(input, base), {
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

/** Firefox has no `Request.body` to tell an absent body from an empty one: both cross as none. */
async function readBody(request: Request): Promise<ArrayBuffer | null> {
  const bytes = request.body === null ? null : await request.arrayBuffer();
  return bytes?.byteLength ? bytes : null;
}

const toEntry = ([name, value]: [string, FormDataEntryValue]): [string, string | Blob, string?] =>
  typeof value === 'string' ? [name, value] : [name, value, value.name];

/** What the frame answered, as a page knows it from `fetch`. */
export function toResponse({ url, status, statusText, headers, body }: ResponseMessage): Response {
  const response = new Response(body, { status, statusText, headers });
  return Object.defineProperty(response, 'url', { value: url });
}
