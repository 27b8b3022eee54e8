import apiDescriptionPlugin from 'virtual:api-description';

/** `GET /v2/openapi.json`: the API description. Needs no key. */
export async function readApiDescription(): Promise<Response> {
  return new Response(apiDescriptionPlugin, {
    headers: { 'content-type': 'application/json', 'cache-control': 'no-cache' },
  });
}
