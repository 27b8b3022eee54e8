/** The last segment of a URL's path, decoded if possible; empty if there is none. */
export function lastPathSegment(address: string): string {
  const last = new URL(address).pathname.split('/').at(-1) ?? '';
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}
