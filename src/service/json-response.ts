interface JsonInit {
  status?: number;
  statusText?: string;
  headers?: Record<string, string>;
}

/** Never cached, because the same URL changes as a job advances. */
export const JSON_HEADERS = { 'content-type': 'application/json', 'cache-control': 'no-store' };

/** A JSON response. */
export function jsonResponse(body: unknown, { headers, ...init }: JsonInit = {}): Response {
  return new Response(JSON.stringify(body), { ...init, headers: { ...JSON_HEADERS, ...headers } });
}
