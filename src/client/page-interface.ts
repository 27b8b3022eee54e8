import { ready } from './ready.ts';
import { serviceKey } from './service-key.ts';

/** What the page offers to scripts that run in it, such as the command line's, as `globalThis.earshot`. */
export interface PageInterface {
  /** Resolves once `/v2` answers. */
  ready(): Promise<void>;
  /** The key to send as `x-service-key`. */
  key(): Promise<string>;
}

declare global {
  var earshot: PageInterface;
}

/** Call once, when the page starts. */
export function offerPageInterface(): void {
  globalThis.earshot = { ready, key: serviceKey };
}
