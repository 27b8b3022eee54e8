/**
 * Adds what cross-origin isolation needs, on hosts that cannot set headers: after one reload, WASM has its threads. A
 * worker's script needs the headers as well as its page.
 */
export function withIsolation(response: Response): Response {
  // A redirect or a failure that the page may not look into must be passed on as it is.
  if (response.status === 0) return response;
  const headers = new Headers(response.headers);
  headers.set('cross-origin-opener-policy', 'same-origin');
  headers.set('cross-origin-embedder-policy', 'require-corp');
  headers.set('cross-origin-resource-policy', 'cross-origin');
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers });
}
