import type { ServiceContext } from '../service-context.ts';
import { workElsewhere } from '../work-elsewhere.ts';

/** `GET /v2/search`: what was said in all recordings of the key, by words and by meaning. */
export async function searchLibrary(context: ServiceContext): Promise<Response> {
  const query = [...new URL(context.req.url).searchParams] satisfies [string, string][];
  const call = { kind: 'search', key: context.get('key').id, query } as const;
  const { headers, content } = await workElsewhere(call, {}, context);
  return new Response(content, { headers });
}
