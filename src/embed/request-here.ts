import { type FormPart, handedRequest } from '../contract/jobs/handed-form.ts';

/** A form goes beside it: WebKit cannot read the body of a Request made from one, and would read its files whole. */
export function requestHere(
  address: string,
  init: RequestInit = {},
): { request: Request; parts?: FormPart[] } {
  const { body } = init;
  if (!(body instanceof FormData)) return { request: new Request(address, init) };
  const { parts, headers } = handedRequest(address, init, body);
  return { request: new Request(address, { ...init, headers, body: null }), parts };
}
