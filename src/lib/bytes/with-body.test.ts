import { describe, expect, it } from 'vitest';
import { mayHaveBody, withBody } from './with-body.ts';

const stream = (text: string) => new Blob([text]).stream();

/** A response as from a network, where any status can come with a body. */
function received(status: number): Response {
  return Object.defineProperties(new Response('received', { headers: { 'x-from': 'afar' } }), {
    status: { value: status },
    statusText: { value: 'As it came' },
    ok: { value: status >= 200 && status < 300 },
    url: { value: 'https://a.example/' },
  });
}

describe('a response with another body', () => {
  it.each([200, 204, 205, 304, 404, 600, 999])('is the same to scripts, with status %d', async (status) => {
    const copy = withBody(received(status), stream('read'));
    expect(copy).toMatchObject({
      status,
      statusText: 'As it came',
      ok: status < 300,
      url: 'https://a.example/',
    });
    expect(copy.headers.get('x-from')).toBe('afar');
    expect(await copy.text()).toBe('read');
  });

  it('may have none', async () => {
    expect(withBody(received(204), null).body).toBeNull();
  });
});

describe('statuses without a body', () => {
  it('are those for which no response can be made with one', () => {
    for (let status = 200; status < 600; status++) {
      const make = () => new Response('', { status });
      if (mayHaveBody(status)) expect(make().status).toBe(status);
      else expect(make).toThrow(TypeError);
    }
  });
});
