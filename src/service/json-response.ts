interface JsonInit {
  status?: number;
  statusText?: string;
  headers?: Record<string, string>;
}

/** A JSON response, never cached, because the same URL changes as a job advances. */
export function jsonResponse(body: unknown, { headers, ...init }: JsonInit = {}): Response {
  return new Response(JSON.stringify(body), {
    ...init,
    headers: { 'content-type': 'application/json', 'cache-control': 'no-store', ...headers },
  });
}
