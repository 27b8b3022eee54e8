/** A body as it is now: the page may change what it has given to send. */
export function snapshot(body: unknown): unknown {
  if (body instanceof FormData) {
    const copy = new FormData();
    for (const [name, value] of body) {
      if (typeof value === 'string') copy.append(name, value);
      else copy.append(name, value, value.name);
    }
    return copy;
  }
  if (body instanceof URLSearchParams) return new URLSearchParams(body);
  if (body instanceof ArrayBuffer) return body.slice(0);
  if (ArrayBuffer.isView(body)) {
    return new Uint8Array(body.buffer, body.byteOffset, body.byteLength).slice();
  }
  return body;
}
