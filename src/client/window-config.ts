import { readClientSettings, type WrittenClientSettings } from '../contract/client-settings.ts';
import { AppError, toAppError } from '../lib/errors.ts';
import { setPageClients } from '../storage/settings-store.ts';

declare global {
  /** Set by a page before the app's script runs: how the code in it, written for another service, reaches this one. */
  var earshotConfig: WrittenClientSettings | undefined;
}

/**
 * Makes `window.earshotConfig` hold for the requests of this page, and of no other; what the page asked for earlier is
 * forgotten. Throws AppError 400 where it cannot be used.
 */
export async function applyWindowConfig(): Promise<void> {
  const written = globalThis.earshotConfig;
  await setPageClients(location.pathname, written === undefined ? null : read(written));
}

function read(written: unknown) {
  try {
    return readClientSettings(written, location.origin);
  } catch (cause) {
    const { message, details } = toAppError(cause);
    const faults = details?.join('; ') ?? message;
    throw new AppError('invalid_request', `window.earshotConfig is invalid: ${faults}.`, {
      cause,
      details,
    });
  }
}
