import { describe, expect, it, vi } from 'vitest';
import { caseRows } from '../../tests/runner/case-rows.ts';
import { meansOrigin, readOperatorList } from './operator-list.ts';

describe('an entry of the operator’s list', () => {
  it.each(caseRows<[string, string, boolean]>(import.meta.url, 'origins'))(
    '%s means %s: %s',
    (entry, origin, means) => {
      expect(meansOrigin(entry, origin)).toBe(means);
    },
  );
});

describe('the operator’s list', () => {
  const serve = (answer: () => Response | Promise<never>) =>
    vi.stubGlobal(
      'fetch',
      vi.fn(async () => answer()),
    );

  it('leaves everybody to the user if there is none', async () => {
    const none = { allow: [], others: 'ask' };
    serve(() => new Response('', { status: 404 }));
    expect(await readOperatorList()).toEqual(none);
    // A host that answers every request with its start page.
    serve(() => new Response('<!doctype html>', { headers: { 'content-type': 'text/html' } }));
    expect(await readOperatorList()).toEqual(none);
  });

  it('is read, and unknown without a network', async () => {
    serve(() => Response.json({ allow: ['https://a.example'], others: 'refuse' }));
    expect(await readOperatorList()).toEqual({ allow: ['https://a.example'], others: 'refuse' });
    serve(() => Promise.reject(new TypeError('offline')));
    expect(await readOperatorList()).toBeNull();
  });

  it('is rejected if it is invalid', async () => {
    serve(() => Response.json({ allow: 'https://a.example' }));
    await expect(readOperatorList()).rejects.toThrow();
    serve(() => new Response('{', { headers: { 'content-type': 'application/json' } }));
    await expect(readOperatorList()).rejects.toThrow();
  });
});
