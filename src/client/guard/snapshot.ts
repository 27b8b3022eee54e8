/** A body as it is now: the page may change what it has given to send. */
export function snapshot<Body>(
  body: Body,
): Body | FormData | URLSearchParams | ArrayBuffer | Uint8Array<ArrayBuffer> {
  if (body instanceof FormData) return copyOf(body);
  if (body instanceof URLSearchParams) return new URLSearchParams(body);
  if (body instanceof ArrayBuffer) return body.slice(0);
  if (ArrayBuffer.isView(body)) {
    return new Uint8Array(body.buffer, body.byteOffset, body.byteLength).slice();
  }
  return body;
}

export function copyOf(form: FormData): FormData {
  const copy = new FormData();
  for (const [name, value] of form) {
    if (typeof value === 'string') copy.append(name, value);
    else copy.append(name, value, value.name);
  }
  return copy;
}
