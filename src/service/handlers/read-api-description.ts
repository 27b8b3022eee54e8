import apiDescription from 'virtual:api-description';

/** `GET /v2/openapi.json`: the API description. Needs no key. */
export async function readApiDescription(): Promise<Response> {
  return new Response(apiDescription, {
    headers: { 'content-type': 'application/json', 'cache-control': 'no-cache' },
  });
}
