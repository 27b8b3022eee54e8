import { newId } from '../lib/ids.ts';
import { database } from './database.ts';
import { type KeyRecord, keyRecord, settings } from './records.ts';

/** The key that the app itself uses, made on first run. */
export const APP_KEY_ID = 'app';

/** Whether a key may see what belongs to another: its own only, but the app sees all. */
export const mayRead = (keyId: string, ownerId: string): boolean => keyId === APP_KEY_ID || keyId === ownerId;

async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The key with this secret, unless it was revoked or never existed. */
export async function findKey(secret: string): Promise<KeyRecord | null> {
  const hash = await sha256(secret);
  const db = await database();
  const value = await db.getFromIndex('keys', 'by-hash', hash);
  if (value === undefined) return null;
  const key = keyRecord.parse(value);
  return key.revoked_at === null ? key : null;
}

/** The app's own secret; made, with its key, by whichever realm asks first. */
export async function appKey(): Promise<string> {
  const secret = `ek_${newId().replaceAll('-', '')}`;
  const hash = await sha256(secret);
  const db = await database();
  const transaction = db.transaction(['settings', 'keys'], 'readwrite');
  const stored = settings.parse((await transaction.objectStore('settings').get('settings')) ?? {});
  if (stored.app_key) return stored.app_key;
  await transaction.objectStore('keys').put(
    keyRecord.parse({
      id: APP_KEY_ID,
      name: 'This app',
      hash,
      created_at: new Date().toISOString(),
      last_used_at: null,
      revoked_at: null,
    }),
  );
  await transaction.objectStore('settings').put({ ...stored, app_key: secret }, 'settings');
  await transaction.done;
  return secret;
}
