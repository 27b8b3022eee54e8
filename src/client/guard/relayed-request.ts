/** Without a service worker the browser looks into its HTTP cache alone: nothing is sent, not even to this site's own server. */
export const WORKER_ALONE = { mode: 'same-origin', cache: 'only-if-cached' } as const;

interface Sent {
  body: BodyInit | null;
  headers: Headers;
}

/**
 * How the same is sent to the service worker's relay; not as a request, of which Chromium changes the mode where its body is a stream.
 *
 * @param sent body and headers as the page has given them
 */
export function relayed(request: Request, sent: Sent): RequestInit & { duplex: 'half' } {
  const { method, credentials, redirect, integrity, keepalive, signal } = request;
  const same = { method, credentials, redirect, integrity, keepalive, signal };
  return { ...WORKER_ALONE, ...same, ...sent, duplex: 'half' };
}

/** Body and headers of a request that was given as one, or with a stream; null where the browser cannot read them. */
export async function sentBy(request: Request): Promise<Sent | null> {
  const headers = new Headers(request.headers);
  if (/^(GET|HEAD)$/.test(request.method)) return { body: null, headers };
  // Only Chromium sends streams, and none that outlives its page.
  if ('duplex' in request && !request.keepalive) return { body: request.body, headers };
  if (!headers.get('content-type')?.startsWith('multipart/form-data'))
    return { body: await request.blob(), headers };
  // The form will have another boundary. WebKit reads none that has files.
  headers.delete('content-type');
  const body = await request
    .clone()
    .formData()
    .catch(() => null);
  return body && { body, headers };
}

/** The browser names the relay as the address of its response. */
export function namedAs(url: string, response: Response): Response {
  const clone = () => namedAs(url, Response.prototype.clone.call(response));
  return Object.defineProperties(response, { url: { value: url }, clone: { value: clone } });
}
