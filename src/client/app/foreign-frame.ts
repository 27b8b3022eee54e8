/** Whether a page of another origin surrounds this one, at any distance: what `frame-ancestors 'self'` forbids. */
export function isInForeignFrame(): boolean {
  for (let inner: Window = globalThis.window; inner !== inner.parent; inner = inner.parent) {
    try {
      // Reading it throws where the origins differ.
      if (inner.parent.location.origin !== globalThis.location.origin) return true;
    } catch {
      return true;
    }
  }
  return false;
}
