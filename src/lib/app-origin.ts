/**
 * The origin that the app's files come from; null outside of a browser. A sandboxed frame and its workers have no origin
 * of their own, and their scripts still have the app's address.
 */
export function appOrigin(): string | null {
  const own = globalThis.location?.origin;
  if (own && own !== 'null') return own;
  const { protocol, origin } = new URL(import.meta.url);
  return protocol.startsWith('http') ? origin : null;
}

/** A file of the app by its path, as an address that any realm can fetch; outside of a browser the path as it is. */
export function appAddress(path: string): string {
  const origin = appOrigin();
  return origin === null ? path : new URL(path, origin).href;
}

/** Whether this realm has no origin of its own, as in a frame that is sandboxed without `allow-same-origin`. */
export const isOriginless = (): boolean =>
  globalThis.origin === 'null' || globalThis.location?.origin === 'null';
