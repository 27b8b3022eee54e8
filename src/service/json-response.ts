interface JsonInit {
  status?: number;
  statusText?: string;
  headers?: Record<string, string>;
}

/** A JSON answer. It is never cached: the same address answers differently as a job goes on. */
export function jsonResponse(body: unknown, { headers, ...init }: JsonInit = {}): Response {
  return new Response(JSON.stringify(body), {
    ...init,
    headers: { 'content-type': 'application/json', 'cache-control': 'no-store', ...headers },
  });
}
