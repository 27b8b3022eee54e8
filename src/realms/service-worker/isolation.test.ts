import { describe, expect, it } from 'vitest';
import { withIsolation } from './isolation.ts';

const POLICY = "default-src 'none'";

describe('isolation', () => {
  it('adds its headers to a page, and leaves everything else unchanged', async () => {
    const page = new Response('<title>Earshot</title>', {
      status: 404,
      statusText: 'Not Found',
      headers: { 'content-type': 'text/html', 'cross-origin-opener-policy': 'unsafe-none' },
    });
    const isolated = withIsolation(page, POLICY);
    expect(Object.fromEntries(isolated.headers)).toEqual({
      'content-security-policy': POLICY,
      'content-type': 'text/html',
      'cross-origin-embedder-policy': 'require-corp',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'cross-origin',
    });
    expect([isolated.status, isolated.statusText]).toEqual([404, 'Not Found']);
    expect(await isolated.text()).toBe('<title>Earshot</title>');
  });

  it('takes out headers by which a host would have a browser load or open something else', () => {
    const headers = { link: '</a.css>; rel=stylesheet', refresh: '0; url=https://example.com' };
    const isolated = withIsolation(new Response('', { headers }), POLICY);
    expect([isolated.headers.get('link'), isolated.headers.get('refresh')]).toEqual([null, null]);
  });

  it('leaves a policy that the host sent', () => {
    const policy = "default-src 'self'";
    const page = new Response('', { headers: { 'content-security-policy': policy } });
    expect(withIsolation(page, POLICY).headers.get('content-security-policy')).toBe(policy);
  });

  it('adds no policy where there is none', () => {
    expect(withIsolation(new Response(''), null).headers.has('content-security-policy')).toBe(false);
  });

  it('passes on responses without a body and opaque ones', () => {
    expect(withIsolation(new Response(null, { status: 204 }), POLICY).status).toBe(204);
    // As from a network: with a body, or with a status of nobody's.
    for (const status of [204, 304, 999]) {
      const received = Object.defineProperty(new Response('', { status: 200 }), 'status', { value: status });
      expect(withIsolation(received, POLICY).status).toBe(status);
    }
    const failure = Response.error();
    expect(withIsolation(failure, POLICY)).toBe(failure);
  });
});
