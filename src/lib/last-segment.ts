/** The last part of an address's path, decoded where it can be; empty where there is none. */
export function lastSegment(address: string): string {
  const last = new URL(address).pathname.split('/').at(-1) ?? '';
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}
