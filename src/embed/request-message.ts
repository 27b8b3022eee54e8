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
  const stream = init?.body instanceof ReadableStream;
  // The browser checks the call, and says what its headers are; a body that crosses as it is needs no copy.
  const request = new Request(input instanceof Request ? input : new URL(input, base), {
    ...init,
    ...(form && { body: null }),
    ...(stream && { duplex: 'half' }),
  });
  const { url, method, headers, signal } = request;
  const value = blob ?? (stream || request.body === null ? request.body : await request.arrayBuffer());
  const body: BodyMessage | null = form
    ? { kind: 'form', entries: Array.from(form, toEntry) }
    : value && { kind: 'bytes', value };
  return {
    call: { call: 'fetch', url, method, headers: [...headers], body },
    transfer: value === null || value instanceof Blob ? [] : [value],
    signal,
  };
}

const toEntry = ([name, value]: [string, FormDataEntryValue]): [string, string | Blob, string?] =>
  typeof value === 'string' ? [name, value] : [name, value, value.name];

/** What the frame answered, as a page knows it from `fetch`. */
export function toResponse({ url, status, statusText, headers, body }: ResponseMessage): Response {
  const response = new Response(body, { status, statusText, headers });
  return Object.defineProperty(response, 'url', { value: url });
}
