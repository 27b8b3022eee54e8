import 'fake-indexeddb/auto';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { emptyDatabase } from '../../tests/fakes/empty-database.ts';
import { getEmbedder, refuseEmbedder } from '../storage/settings/embedder-store.ts';
import { createKey, findKey, revokeKey } from '../storage/settings/key-store.ts';
import { type Answer, acceptKey, admit } from './admit.ts';
import type { OperatorList } from './operator-list.ts';

const SITE = 'https://site.example';
const APP = 'https://speech.example';

function gate(answer: Answer, list: OperatorList | null = { allow: [], others: 'ask' }) {
  const ask = vi.fn(async () => answer);
  return { ownOrigin: APP, operator: async () => list, ask };
}

beforeEach(() => emptyDatabase());

describe('an origin that embeds the app', () => {
  it('is admitted if the user allows it, gets a key of its own, and is not asked about again', async () => {
    const first = gate('allow');
    const secret = await admit(SITE, first);
    expect(first.ask).toHaveBeenCalledExactlyOnceWith(SITE);
    expect(await findKey(secret)).toMatchObject({ origin: SITE });
    const second = gate('refuse');
    expect(await admit(SITE, second)).toBe(secret);
    expect(second.ask).not.toHaveBeenCalled();
  });

  it('is refused if the user says so, and not asked about again', async () => {
    await expect(admit(SITE, gate('refuse'))).rejects.toMatchObject({ code: 'unauthorized' });
    const second = gate('allow');
    await expect(admit(SITE, second)).rejects.toMatchObject({ code: 'unauthorized' });
    expect(second.ask).not.toHaveBeenCalled();
  });

  it('is asked about again if the user did not decide', async () => {
    await expect(admit(SITE, gate('later'))).rejects.toMatchObject({ code: 'unauthorized' });
    expect(await getEmbedder(SITE)).toBeNull();
    expect(await admit(SITE, gate('allow'))).toMatch(/^ek_/);
  });

  it('is admitted without asking while the operator lists it', async () => {
    const named = gate('refuse', { allow: ['https://*.example'], others: 'refuse' });
    const secret = await admit(SITE, named);
    expect(named.ask).not.toHaveBeenCalled();
    expect(await admit(SITE, gate('refuse', null))).toBe(secret);
    await expect(admit(SITE, gate('allow', { allow: [], others: 'refuse' }))).rejects.toThrow(/operator/);
    expect(await findKey(secret)).toBeNull();
  });

  it('is admitted by the operator whatever the user said, because the site is the operator’s', async () => {
    await refuseEmbedder(SITE);
    expect(await admit(SITE, gate('refuse', { allow: [SITE], others: 'ask' }))).toMatch(/^ek_/);
  });

  it('is refused if the operator refuses all others, although the user allowed it before', async () => {
    const secret = await admit(SITE, gate('allow'));
    await expect(admit(SITE, gate('allow', { allow: [], others: 'refuse' }))).rejects.toThrow(/operator/);
    // The user's decision is kept for when it applies again.
    expect(await admit(SITE, gate('refuse'))).toBe(secret);
  });

  it('is admitted if it is the app’s own', async () => {
    expect(await admit(APP, gate('refuse'))).toMatch(/^ek_/);
  });

  it('is refused without an origin, and if the list is invalid', async () => {
    await expect(admit('null', gate('allow'))).rejects.toThrow(/without an origin/);
    const damaged = { ...gate('allow'), operator: () => Promise.reject(new Error('no JSON')) };
    await expect(admit(SITE, damaged)).rejects.toThrow(/is invalid, so no site is allowed/);
  });
});

describe('a key that a page sends', () => {
  it('is used while it is valid, and refused otherwise', async () => {
    const { key, secret } = await createKey('Shop');
    expect(await acceptKey(` ${secret} `)).toBe(secret);
    await expect(acceptKey('ek_of_nobody')).rejects.toMatchObject({
      code: 'unauthorized',
      message: expect.stringMatching(/^The key that this page sent is not valid/),
    });
    await revokeKey(key.id);
    await expect(acceptKey(secret)).rejects.toMatchObject({ code: 'unauthorized' });
  });
});
