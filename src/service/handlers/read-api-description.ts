import apiDescriptionPlugin from 'virtual:api-description';
import { APP_BASE } from '../../lib/addresses/app-base.ts';

/** `GET /v2/openapi.json`: the API description. Needs no key. */
export async function readApiDescription(): Promise<Response> {
  return new Response(apiDescriptionPlugin.replace('"url":"/"', `"url":"${APP_BASE}"`), {
    headers: { 'content-type': 'application/json', 'cache-control': 'no-cache' },
  });
}
