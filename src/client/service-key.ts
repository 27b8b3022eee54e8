import { appKey } from '../storage/key-store.ts';

/** The key that this app sends as `x-service-key` (specification §5); made on first use. */
export function serviceKey(): Promise<string> {
  return appKey();
}
