import { FormDataEncoder } from 'form-data-encoder';

/**
 * A request whose form, if it has one, is already encoded; its files are not read. WebKit cannot read the body of a
 * Request that was made from a form with a file.
 */
export function formRequest(address: string, init: RequestInit = {}): Request {
  if (!(init.body instanceof FormData)) return new Request(address, init);
  const encoder = new FormDataEncoder(init.body);
  const headers = new Headers(init.headers);
  // Not as the Blob's type, which would put the boundary in lower case.
  headers.set('content-type', encoder.contentType);
  return new Request(address, { ...init, headers, body: new Blob([...encoder.values()] as BlobPart[]) });
}
