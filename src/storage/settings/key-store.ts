import { announce } from '../../contract/realms/channel.ts';
import { AppError } from '../../lib/errors/errors.ts';
import { msg } from '../../lib/errors/msg.ts';
import { plainName } from '../../lib/files/plain-name.ts';
import { newId } from '../../lib/ids.ts';
import { changeStores } from '../database/change-stores.ts';
import { database } from '../database/database.ts';
import { type KeyRecord, keyRecord, type RunIn, settings } from '../database/records.ts';

/** The app's own key, created on first run. */
export const APP_KEY_ID = 'app';

/** A key's last use is stored to the minute, so that not every request writes. */
const LAST_USE_STEP_MS = 60_000;

const MAX_NAME_LENGTH = 80;

/** A new or rotated key with its secret: the only time the secret is revealed. */
export interface IssuedKey {
  key: KeyRecord;
  secret: string;
}

/** Whether a key may see what belongs to another: only its own, but the app's key sees everything. */
export const mayRead = (keyId: string, ownerId: string): boolean => keyId === APP_KEY_ID || keyId === ownerId;

/** Length of a secret's visible prefix: enough to recognise it, too little to guess it. */
export const hintOf = (secret: string): string => secret.slice(0, 7);

async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** A new secret of 122 random bits, and what is stored of it. */
export async function newSecret(): Promise<{ secret: string; kept: { hash: string; hint: string } }> {
  const secret = `ek_${newId().replaceAll('-', '')}`;
  return { secret, kept: { hash: await sha256(secret), hint: hintOf(secret) } };
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

/** The app's own key; null before the app's first run. */
export async function findAppKey(): Promise<KeyRecord | null> {
  const db = await database();
  const value = await db.get('keys', APP_KEY_ID);
  return value === undefined ? null : keyRecord.parse(value);
}

/** Records that a key was used, at most once a minute. */
export async function noteUse(key: KeyRecord, now = new Date()): Promise<void> {
  if (key.last_used_at && now.getTime() - Date.parse(key.last_used_at) < LAST_USE_STEP_MS) return;
  await changeKey(key.id, () => ({ last_used_at: now.toISOString() }));
}

/** All keys, including revoked ones: the app's first, then the oldest. */
export async function listKeys(): Promise<KeyRecord[]> {
  const db = await database();
  const keys = (await db.getAll('keys')).map((value) => keyRecord.parse(value));
  const rank = ({ id, created_at }: KeyRecord) => (id === APP_KEY_ID ? '' : created_at);
  return keys.toSorted((one, other) => rank(one).localeCompare(rank(other)));
}

/** Creates a key. Throws 400 without a name, 409 if another valid key has it, because people identify keys by name. */
export async function createKey(name: string): Promise<IssuedKey> {
  const trimmed = plainName(name).trim();
  if (trimmed === '' || trimmed.length > MAX_NAME_LENGTH) {
    throw new AppError('invalid_request', msg`Enter a name of at most ${MAX_NAME_LENGTH} characters.`);
  }
  const { secret, kept } = await newSecret();
  const key = keyRecord.parse({
    id: newId(),
    name: trimmed,
    ...kept,
    created_at: new Date().toISOString(),
    last_used_at: null,
    revoked_at: null,
  });
  await changeStores(['keys'], async (transaction) => {
    const keys = transaction.objectStore('keys');
    const others = (await keys.getAll()).map((value) => keyRecord.parse(value));
    if (others.some((other) => other.id !== key.id && other.revoked_at === null && other.name === trimmed)) {
      throw new AppError('conflict', msg`A key named “${trimmed}” already exists.`, {
        remedy: msg`Choose another name or revoke that key.`,
      });
    }
    await keys.put(key);
  });
  announce({ type: 'settings-changed' });
  return { key, secret };
}

/**
 * Rotates a key's secret; the old one is refused from now on. Throws 404 if it does not exist, 409 if it is revoked.
 */
export async function rotateKey(id: string): Promise<IssuedKey> {
  const { secret, kept } = await newSecret();
  const key = await changeKey(
    id,
    ({ name, revoked_at }) => {
      if (revoked_at === null) return kept;
      throw new AppError('conflict', msg`The key “${name}” has been revoked.`, {
        remedy: msg`Create a new one instead.`,
      });
    },
    secret,
  );
  announce({ type: 'settings-changed' });
  return { key, secret };
}

/** Revokes a key permanently; its jobs remain. Throws 404 if it does not exist, 409 for the app's own. */
export async function revokeKey(id: string): Promise<KeyRecord> {
  if (id === APP_KEY_ID) {
    throw new AppError('conflict', msg`The app needs its own key. Rotate it instead.`);
  }
  const now = new Date().toISOString();
  const key = await changeKey(id, ({ revoked_at }) => ({ revoked_at: revoked_at ?? now }));
  announce({ type: 'settings-changed' });
  return key;
}

/** Sets where a key's jobs run that do not say so themselves. Throws 404 if it does not exist. */
export async function setRunIn(id: string, run_in: RunIn): Promise<void> {
  await changeKey(id, () => ({ run_in }));
  announce({ type: 'settings-changed' });
}

/** Makes these the only valid keys besides the app's own; the jobs of others are kept. Names identify them. */
export async function setKeys(wanted: readonly { name: string; hash: string }[]): Promise<void> {
  const now = new Date().toISOString();
  await changeStores(['keys'], async (transaction) => {
    const keys = transaction.objectStore('keys');
    const stored = (await keys.getAll()).map((value) => keyRecord.parse(value));
    const idOf = (name: string) => `named ${name}`;
    const ids = new Set(wanted.map(({ name }) => idOf(name)));
    const dropped = stored.filter(({ id }) => id !== APP_KEY_ID && !ids.has(id));
    for (const key of dropped) await keys.put({ ...key, revoked_at: key.revoked_at ?? now });
    for (const { name, hash } of wanted) {
      const known = stored.find(({ id }) => id === idOf(name)) ?? { created_at: now, last_used_at: null };
      await keys.put(
        keyRecord.parse({ ...known, id: idOf(name), name, hash, hint: hash.slice(0, 7), revoked_at: null }),
      );
    }
  });
  announce({ type: 'settings-changed' });
}

/** Changes a key in one transaction; a new secret of the app's own key is stored for the app. */
async function changeKey(
  id: string,
  change: (key: KeyRecord) => Partial<KeyRecord>,
  secret?: string,
): Promise<KeyRecord> {
  return changeStores(['keys', 'settings'], async (transaction) => {
    const keys = transaction.objectStore('keys');
    const value = await keys.get(id);
    if (value === undefined) throw new AppError('not_found', msg`This key does not exist.`);
    const key = keyRecord.parse(value);
    const changed = keyRecord.parse({ ...key, ...change(key) });
    const store = transaction.objectStore('settings');
    const stored = settings.parse((await store.get('settings')) ?? {});
    await Promise.all([
      keys.put(changed),
      ...(secret !== undefined && id === APP_KEY_ID
        ? [store.put({ ...stored, app_key: secret }, 'settings')]
        : []),
    ]);
    return changed;
  });
}

/** The app's own secret; created, with its key, by whichever realm asks first. */
export async function appKey(): Promise<string> {
  const db = await database();
  const known = settings.parse((await db.get('settings', 'settings')) ?? {}).app_key;
  if (known) return known;
  const { secret, kept } = await newSecret();
  return changeStores(['settings', 'keys'], async (transaction) => {
    const stored = settings.parse((await transaction.objectStore('settings').get('settings')) ?? {});
    if (stored.app_key) return stored.app_key;
    const key = keyRecord.parse({
      id: APP_KEY_ID,
      name: 'This app',
      ...kept,
      created_at: new Date().toISOString(),
      last_used_at: null,
      revoked_at: null,
    });
    await Promise.all([
      transaction.objectStore('keys').put(key),
      transaction.objectStore('settings').put({ ...stored, app_key: secret }, 'settings'),
    ]);
    return secret;
  });
}
