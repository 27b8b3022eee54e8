import { mayHaveBody } from '../../lib/bytes/with-body.ts';

/**
 * Adds headers that some hosts cannot send: those for cross-origin isolation, for threads after one reload, and the
 * content security policy (null for none), unless the host sent its own. Worker scripts need them, too.
 */
export function withIsolation(response: Response, policy: string | null): Response {
  const { status, statusText } = response;
  // A redirect or an opaque failure must be passed on as it is; so must a status that no response can be made with.
  if (status < 200 || status > 599) return response;
  const headers = new Headers(response.headers);
  // They would have the browser load, or open, something else.
  for (const name of ['link', 'refresh']) headers.delete(name);
  headers.set('cross-origin-opener-policy', 'same-origin');
  headers.set('cross-origin-embedder-policy', 'require-corp');
  headers.set('cross-origin-resource-policy', 'cross-origin');
  if (policy && !headers.has('content-security-policy')) headers.set('content-security-policy', policy);
  return new Response(mayHaveBody(status) ? response.body : null, { status, statusText, headers });
}
