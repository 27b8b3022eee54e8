import { readPageConfig, type WrittenClientSettings } from '../contract/client-settings.ts';

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
  await setPageClients(
    location.pathname,
    written === undefined ? null : readPageConfig(written, location.origin),
  );
}
