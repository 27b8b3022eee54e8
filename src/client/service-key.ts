import { appKey } from '../storage/key-store.ts';

/** The app's key, sent as `x-service-key` (specification §5); created on first use. */
export function serviceKey(): Promise<string> {
  return appKey();
}
