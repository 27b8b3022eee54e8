import type { KeyRecord } from '../../storage/database/records.ts';
import { findKey } from '../../storage/settings/key-store.ts';

export const KEY_HEADER = 'x-service-key';

/** Far longer than any key, so that nobody can make the worker hash megabytes. */
const MAX_KEY_LENGTH = 256;

/** The valid key in a header; null if there is none. */
export async function keyOf(header = ''): Promise<KeyRecord | null> {
  const secret = header.trim();
  return secret !== '' && secret.length <= MAX_KEY_LENGTH ? findKey(secret) : null;
}
