import { listen } from '../lib/channel.ts';
import { APP_KEY_ID, createKey, listKeys, revokeKey, rotateKey } from '../storage/key-store.ts';
import type { KeyRecord } from '../storage/records.ts';

/** A service key as the app shows it (specification §5): never its secret. */
export interface ServiceKey {
  id: string;
  name: string;
  /** How the secret begins. */
  hint: string;
  createdAt: Date;
  /** To the minute; null before the first request. */
  lastUsedAt: Date | null;
  revoked: boolean;
  /** The site that it was made for, whose frame alone knows it; null for keys that people made. */
  origin: string | null;
  /** The app's own key, which sees the jobs of all. */
  isApp: boolean;
}

function toServiceKey({
  id,
  name,
  hint,
  created_at,
  last_used_at,
  revoked_at,
  origin,
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
  };
}

/** The service's keys. `create` and `rotate` give the secret, which nobody can read again. Errors: 400, 404, 409. */
export const keysClient = {
  list: async (): Promise<ServiceKey[]> => (await listKeys()).map(toServiceKey),
  create: async (name: string): Promise<string> => (await createKey(name)).secret,
  rotate: async (id: string): Promise<string> => (await rotateKey(id)).secret,
  revoke: async (id: string): Promise<void> => {
    await revokeKey(id);
  },
  /** Calls `changed` whenever a key was made, changed or revoked, until the signal aborts. */
  watch: (changed: () => void, signal: AbortSignal): void =>
    listen((message) => {
      if (message.type === 'settings-changed') changed();
    }, signal),
};
