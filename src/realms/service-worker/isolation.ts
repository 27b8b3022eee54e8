/**
 * Adds the headers for cross-origin isolation on hosts that cannot set them: after one reload WASM can use threads.
 * Worker scripts need them as well as pages.
 */
export function withIsolation(response: Response): Response {
  // A redirect or an opaque failure must be passed on as it is.
  if (response.status === 0) return response;
  const headers = new Headers(response.headers);
  headers.set('cross-origin-opener-policy', 'same-origin');
  headers.set('cross-origin-embedder-policy', 'require-corp');
  headers.set('cross-origin-resource-policy', 'cross-origin');
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers });
}
