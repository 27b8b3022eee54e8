import { inApp } from './app-base.ts';

/**
 * The origin of the app's files; null outside a browser. A sandboxed frame and its workers have no origin of their
 * own, but their scripts still have the app's URL.
 */
export function appOrigin(): string | null {
  const own = globalThis.location?.origin;
  if (own && own !== 'null') return own;
  const { protocol, origin } = new URL(import.meta.url);
  return protocol.startsWith('http') ? origin : null;
}

/** URL of an app file by its path in the app or its address, usable in any realm; outside a browser the path itself. */
export function appAddress(path: string): string {
  const origin = appOrigin();
  if (origin === null) return path;
  return new URL(path.startsWith('/') ? inApp(path) : path, origin).href;
}

/** Whether this realm has no origin, as in a frame sandboxed without `allow-same-origin`. */
export const isOriginless = (): boolean =>
  globalThis.origin === 'null' || globalThis.location?.origin === 'null';
