import { copyOf } from './snapshot.ts';

/** Without a service worker the browser looks into its HTTP cache alone: nothing is sent, not even to this site's own server. */
export const WORKER_ALONE = { mode: 'same-origin', cache: 'only-if-cached' } as const;

interface Sent {
  body: BodyInit | null;
  headers: Headers;
}

/** Not as a request, whose mode Chromium changes where its body is a stream. `sent` is as the page gave it. */
export function relayed(request: Request, sent: Sent): RequestInit & { duplex: 'half' } {
  const { method, credentials, redirect, integrity, keepalive, signal } = request;
  const same = { method, credentials, redirect, integrity, keepalive, signal };
  return { ...WORKER_ALONE, ...same, ...sent, duplex: 'half' };
}

/** The form that a request was made of: WebKit lets no script read one that has files. */
const forms = new WeakMap<Request, FormData>();

/** Has requests remember the form that they are made of, as it is then. */
export function rememberForms(): void {
  const Native = globalThis.Request;
  globalThis.Request = new Proxy(Native, {
    construct(target, given: ConstructorParameters<typeof Request>, newTarget) {
      const made: Request = Reflect.construct(target, given, newTarget);
      const [input, init] = given;
      const form = init?.body ?? (input instanceof Native && forms.get(input));
      if (form instanceof FormData) forms.set(made, copyOf(form));
      return made;
    },
  });
  Native.prototype.constructor = globalThis.Request;
  const { clone } = Native.prototype;
  Native.prototype.clone = function cloneRequest(this: Request): Request {
    const made = Reflect.apply(clone, this, []);
    const form = forms.get(this);
    if (form) forms.set(made, form);
    return made;
  };
}

/** Body and headers of a request that was given as one, or with a stream; null where the browser cannot read them. */
export async function sentBy(request: Request): Promise<Sent | null> {
  const headers = new Headers(request.headers);
  if (/^(GET|HEAD)$/.test(request.method)) return { body: null, headers };
  const form = forms.get(request);
  // The form will have another boundary.
  if (form) headers.delete('content-type');
  if (form) return { body: form, headers };
  // Only Chromium sends streams, and none that outlives its page.
  if ('duplex' in request && !request.keepalive) return { body: request.body, headers };
  // One of a form that a frame of the page has made.
  return request.blob().then(
    (body) => ({ body, headers }),
    () => null,
  );
}

/** The browser names the relay as the address of its response. */
export function namedAs(url: string, response: Response): Response {
  const clone = () => namedAs(url, Response.prototype.clone.call(response));
  return Object.defineProperties(response, { url: { value: url }, clone: { value: clone } });
}
