/** Statuses whose responses have no body (Fetch standard, "null body status"): `new Response` throws if it is given one. */
const WITHOUT_BODY: ReadonlySet<number> = new Set([101, 103, 204, 205, 304]);

export const mayHaveBody = (status: number): boolean => !WITHOUT_BODY.has(status);

/**
 * A response that came from somewhere, read through another body. A script sees the same response: its status is not given to the
 * constructor, which refuses some that servers send, such as 204 with a body and 999.
 */
export function withBody(
  response: Pick<Response, 'headers' | 'status' | 'statusText' | 'ok' | 'url' | 'redirected' | 'type'>,
  body: ReadableStream<Uint8Array> | null,
): Response {
  const { headers, status, statusText, ok, url, redirected, type } = response;
  return Object.defineProperties(new Response(body, { headers }), {
    status: { value: status },
    statusText: { value: statusText },
    ok: { value: ok },
    url: { value: url },
    redirected: { value: redirected },
    type: { value: type },
  });
}
