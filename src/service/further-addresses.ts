import { baseOf } from '../contract/api-addresses.ts';
import { clientSettingsFor } from '../storage/settings-store.ts';
import { errorResponse } from './middleware/answer-errors.ts';
import { createApp } from './router.ts';
import type { Caller } from './service-context.ts';

/**
 * Whether a request may be one for this service at another base address. The settings tell, but not at once, and a browser
 * wants to know at once whether it is answered: this leaves all requests alone that are none of `/v2` anywhere.
 */
export const mayBeForService = (request: Request): boolean =>
  request.mode !== 'navigate' && /\/v2(\/|$)/.test(new URL(request.url).pathname);

/**
 * Answers a request below a base address that the settings name; null for any other address. Where the settings cannot be
 * read, the request is refused: what was meant to stay on the device must not leave it.
 */
export async function answerAtFurtherAddress(
  request: Request,
  caller: Required<Caller>,
): Promise<Response | null> {
  try {
    const { base_addresses } = await clientSettingsFor(caller.page);
    const base = baseOf(request.url, base_addresses);
    if (base === null) return null;
    const { origin, pathname } = new URL(base);
    const app = createApp({ prefix: pathname.replace(/\/$/, ''), crossOrigin: origin !== caller.home });
    return await app.fetch(request, caller);
  } catch (error) {
    return errorResponse(error, request.url);
  }
}
