import 'fake-indexeddb/auto';
import { beforeEach, describe, expect, it } from 'vitest';
import { emptyDatabase } from '../../../tests/fakes/empty-database.ts';
import {
  allowEmbedder,
  forgetEmbedder,
  getEmbedder,
  listEmbedders,
  refuseEmbedder,
} from './embedder-store.ts';
import { findKey, listKeys, revokeKey } from './key-store.ts';

const SITE = 'https://site.example';

beforeEach(() => emptyDatabase());

describe('origins that embed the app', () => {
  it('get a key of their own when they are allowed, and keep it', async () => {
    const [secret, again] = await Promise.all([allowEmbedder(SITE, 'user'), allowEmbedder(SITE, 'user')]);
    expect(again).toBe(secret);
    expect(await allowEmbedder(SITE, 'operator')).toBe(secret);
    expect(await allowEmbedder('https://other.example', 'user')).not.toBe(secret);
    expect(await findKey(secret)).toMatchObject({ name: SITE, origin: SITE });
    expect(await getEmbedder(SITE)).toMatchObject({ allowed: true, by: 'user', secret });
  });

  it('are refused without a key', async () => {
    const secret = await allowEmbedder(SITE, 'user');
    await refuseEmbedder(SITE);
    expect(await getEmbedder(SITE)).toMatchObject({ allowed: false });
    expect(await findKey(secret)).toBeNull();
  });

  it('are unknown again when they are forgotten or their key is revoked', async () => {
    const first = await allowEmbedder(SITE, 'user');
    await forgetEmbedder(SITE);
    expect(await listEmbedders()).toEqual(new Map());
    const second = await allowEmbedder(SITE, 'user');
    expect(second).not.toBe(first);
    const key = await findKey(second);
    await revokeKey(key?.id ?? '');
    expect(await getEmbedder(SITE)).toBeNull();
    const third = await allowEmbedder(SITE, 'user');
    expect(await findKey(third)).not.toBeNull();
    expect((await listKeys()).filter(({ revoked_at }) => revoked_at !== null)).toHaveLength(2);
  });
});
