import type { KeyRecord, RunIn } from '../../storage/database/records.ts';
import {
  APP_KEY_ID,
  createKey,
  listKeys,
  revokeKey,
  rotateKey,
  setRunIn,
} from '../../storage/settings/key-store.ts';
import { watchSettings } from './settings.ts';

/** A service key as shown in the app (specification §5), without its secret. */
export interface ServiceKey {
  id: string;
  name: string;
  /** First characters of the secret. */
  hint: string;
  createdAt: Date;
  /** Rounded to the minute; null before the first request. */
  lastUsedAt: Date | null;
  revoked: boolean;
  /** The site it was created for, known only to that site's frame; null for keys created by users. */
  origin: string | null;
  /** The app's own key, which sees every key's jobs. */
  isApp: boolean;
  /** Where its jobs run that do not say so themselves. */
  runIn: RunIn;
}

function toServiceKey({
  id,
  name,
  hint,
  created_at,
  last_used_at,
  revoked_at,
  origin,
  run_in,
}: KeyRecord): ServiceKey {
  return {
    id,
    name,
    hint,
    createdAt: new Date(created_at),
    lastUsedAt: last_used_at === null ? null : new Date(last_used_at),
    revoked: revoked_at !== null,
    origin,
    isApp: id === APP_KEY_ID,
    runIn: run_in,
  };
}

/** The service's keys. `create` and `rotate` return the secret, which cannot be read again. Errors: 400, 404, 409. */
export const keysClient = {
  list: async (): Promise<ServiceKey[]> => (await listKeys()).map(toServiceKey),
  create: async (name: string): Promise<string> => (await createKey(name)).secret,
  rotate: async (id: string): Promise<string> => (await rotateKey(id)).secret,
  revoke: async (id: string): Promise<void> => {
    await revokeKey(id);
  },
  setRunIn,
  /** Calls `changed` whenever a key was created, rotated or revoked, until the signal aborts. */
  watch: watchSettings,
};
