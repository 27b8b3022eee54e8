import type { WrittenClientSettings } from '../../contract/clients/client-settings.ts';
import { greet } from '../guard/control.ts';

declare global {
  /** Set by a page before the app's script runs: by which addresses code written for another service reaches this one. */
  var earshotConfig: WrittenClientSettings | undefined;
}

/** Replaces what this page set earlier, unless another page of its path is open. Throws AppError 400 if it is invalid. */
export async function applyWindowConfig(worker: ServiceWorker): Promise<void> {
  const config = globalThis.earshotConfig;
  if (config !== undefined) {
    const { readPageConfig } = await import('../../contract/clients/client-settings.ts');
    readPageConfig(config, location.origin);
  }
  await greet(worker, { type: 'earshot-page', ...(config === undefined ? { withdraws: true } : { config }) });
}
