import { baseOf, openAiBaseOf, plainAddress } from '../contract/clients/base-address.ts';
import { clientSettingsFor, getSettings, type StoredClients } from '../storage/settings/settings-store.ts';
import { errorResponse } from './middleware/answer-errors.ts';
import { createApp } from './router.ts';
import type { Sender } from './service-context.ts';

/**
 * Whether a request might be for this service at another base URL. Only the settings can say, but reading them takes
 * time and the browser needs an answer at once. Pages with the guard answer OpenAI's wire themselves: the rest of it that comes here is refused.
 */
export const mayBeForService = (request: Request): boolean =>
  request.mode !== 'navigate' &&
  /^http[^?]*\/v(2|1\/(audio|models))([/?]|$)/.test(plainAddress(new URL(request.url)));

/**
 * Responds below a base URL of the settings, otherwise null. Refuses if these cannot be read: nothing may leave the
 * device by accident.
 */
export async function answerAtFurtherAddress(
  request: Request,
  caller: Sender,
  stored: StoredClients = getSettings(),
): Promise<Response | null> {
  try {
    const { base_addresses } = await clientSettingsFor(caller.page, stored, caller.readDeployed);
    const base = baseOf(request.url, base_addresses) ?? openAiBaseOf(new URL(request.url), base_addresses);
    if (base === null) return null;
    const { origin, pathname } = new URL(base);
    const app = createApp({
      prefix: pathname.replace(/\/$/, ''),
      crossOrigin: origin !== new URL(caller.home).origin,
    });
    return await app.fetch(request, caller);
  } catch (error) {
    return errorResponse(error, request.url);
  }
}
