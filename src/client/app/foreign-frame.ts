/** Whether a page of another origin surrounds this one, at any distance: what `frame-ancestors 'self'` forbids. */
export function isInForeignFrame(page: Window = globalThis.window): boolean {
  for (let inner = page; inner !== inner.parent; inner = inner.parent) {
    try {
      // Reading it throws where the origins differ.
      if (inner.parent.location.origin !== page.location.origin) return true;
    } catch {
      return true;
    }
  }
  return false;
}
