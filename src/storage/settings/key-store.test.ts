import 'fake-indexeddb/auto';
import { beforeEach, describe, expect, it } from 'vitest';
import { emptyDatabase } from '../../../tests/fakes/empty-database.ts';
import { database } from '../database/database.ts';
import {
  APP_KEY_ID,
  appKey,
  createKey,
  findKey,
  listKeys,
  noteUse,
  revokeKey,
  rotateKey,
} from './key-store.ts';

beforeEach(emptyDatabase);

describe('§5: keys', () => {
  it('are created with a name, shown once, and stored only as a hash [§5 Key]', async () => {
    const { key, secret } = await createKey('  My page ');
    expect(key).toMatchObject({
      name: 'My page',
      hint: secret.slice(0, 7),
      last_used_at: null,
      revoked_at: null,
    });
    expect(secret).toMatch(/^ek_[0-9a-f]{32}$/);
    expect(await findKey(secret)).toEqual(key);
    const db = await database();
    const everything = await Promise.all([db.getAll('keys'), db.getAll('settings')]);
    expect(JSON.stringify(everything)).not.toContain(secret);
  });

  it('are several, each with its own secret, the app’s first', async () => {
    const one = await createKey('One');
    await appKey();
    const two = await createKey('Two');
    expect(new Set([one.secret, two.secret, await appKey()]).size).toBe(3);
    expect((await listKeys()).map(({ name }) => name)).toEqual(['This app', 'One', 'Two']);
  });

  it('need a name that no other valid key has', async () => {
    await expect(createKey(' ')).rejects.toMatchObject({ status: 400 });
    await expect(createKey('x'.repeat(81))).rejects.toMatchObject({ status: 400 });
    const { key } = await createKey('One');
    await expect(createKey('One')).rejects.toMatchObject({ status: 409 });
    await revokeKey(key.id);
    expect((await createKey('One')).key.id).not.toBe(key.id);
  });

  it('can be rotated, after which the old secret is refused [§5 Key]', async () => {
    const before = await createKey('One');
    const after = await rotateKey(before.key.id);
    expect(after.key).toMatchObject({ id: before.key.id, name: 'One' });
    expect(await findKey(before.secret)).toBeNull();
    expect((await findKey(after.secret))?.id).toBe(before.key.id);
  });

  it('are refused permanently once they are revoked [§5 Key]', async () => {
    const { key, secret } = await createKey('One');
    const revoked = await revokeKey(key.id);
    expect(revoked.revoked_at).not.toBeNull();
    expect(await findKey(secret)).toBeNull();
    expect(await revokeKey(key.id)).toEqual(revoked);
    await expect(rotateKey(key.id)).rejects.toMatchObject({ status: 409 });
    await expect(revokeKey('none')).rejects.toMatchObject({ status: 404 });
  });

  it('of the app are rotated for the app, too, and cannot be revoked', async () => {
    const before = await appKey();
    const { secret } = await rotateKey(APP_KEY_ID);
    expect(await appKey()).toBe(secret);
    expect(secret).not.toBe(before);
    expect(await findKey(before)).toBeNull();
    await expect(revokeKey(APP_KEY_ID)).rejects.toMatchObject({ status: 409 });
    expect((await findKey(secret))?.id).toBe(APP_KEY_ID);
  });

  it('record their last use, at most once a minute', async () => {
    const { key, secret } = await createKey('One');
    const stored = async () => (await findKey(secret)) ?? key;
    await noteUse(key, new Date('2026-01-01T00:00:00.000Z'));
    await noteUse(await stored(), new Date('2026-01-01T00:00:59.000Z'));
    expect((await stored()).last_used_at).toBe('2026-01-01T00:00:00.000Z');
    await noteUse(await stored(), new Date('2026-01-01T00:01:00.000Z'));
    expect((await stored()).last_used_at).toBe('2026-01-01T00:01:00.000Z');
  });
});
