import { readClientSettings, type WrittenClientSettings } from '../contract/client-settings.ts';
import { AppError, toAppError } from '../lib/errors.ts';

declare global {
  /** Set by a page before the app's script runs: tells how code written for another service reaches this one. */
  var earshotConfig: WrittenClientSettings | undefined;
}

/**
 * Applies `window.earshotConfig` to this page's requests only, replacing what the page set earlier. Throws AppError
 * 400 if it is invalid.
 */
export async function applyWindowConfig(): Promise<void> {
  const written = globalThis.earshotConfig;
  const { setPageClients } = await import('../storage/settings-store.ts');
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
