import { expect, it } from 'vitest';
import { partsOf } from '../manifest/file-parts.ts';
import { type FetchPart, fetchInParts } from './fetch-in-parts.ts';

const WHOLE = Uint8Array.from({ length: 25 }, (_, at) => at);
const FILE = { path: 'onnx/model.onnx', bytes: WHOLE.length, parts: 3 };

/** A server of the three parts, with 9, 9 and 7 bytes, that notes what is asked of it. */
function serve({ ranges = true, change = (_: string, bytes: Uint8Array<ArrayBuffer>) => bytes } = {}) {
  const asked: string[] = [];
  const fetchPart: FetchPart = async (path, init) => {
    const range = new Headers(init?.headers).get('range');
    asked.push(`${path} ${range ?? 'whole'}`);
    const at = partsOf(FILE).findIndex((part) => part.path === path);
    if (at < 0) return new Response('Not found.', { status: 404 });
    const bytes = change(path, WHOLE.slice(at * 9, at * 9 + 9));
    const skipped = Number(/\d+/.exec(range ?? '0')?.[0]);
    return ranges && skipped > 0 ? new Response(bytes.slice(skipped), { status: 206 }) : new Response(bytes);
  };
  return { asked, fetchPart };
}

const bytesOf = async (response: Response) => [...new Uint8Array(await response.arrayBuffer())];

it('a file that lies in parts is one response, whose parts are requested one after the other', async () => {
  const { asked, fetchPart } = serve();
  const response = await fetchInParts(FILE, 0, fetchPart);
  expect(response.headers.get('content-length')).toBe('25');
  expect(asked).toEqual(['onnx/model.part-1.onnx whole']);
  expect(await bytesOf(response)).toEqual([...WHOLE]);
  expect(asked).toEqual([1, 2, 3].map((part) => `onnx/model.part-${part}.onnx whole`));
});

it.each([true, false])('goes on at any byte; the server knows ranges: %s', async (ranges) => {
  for (const from of [1, 8, 9, 10, 18, 24]) {
    const { asked, fetchPart } = serve({ ranges });
    const response = await fetchInParts(FILE, from, fetchPart);
    expect(response.status).toBe(206);
    expect(response.headers.get('content-range')).toBe(`bytes ${from}-24/25`);
    expect(await bytesOf(response)).toEqual([...WHOLE.slice(from)]);
    expect(asked).toHaveLength(3 - Math.floor(from / 9));
  }
});

it('is what the server says of a first part that it does not have', async () => {
  const { fetchPart } = serve();
  const response = await fetchInParts({ ...FILE, path: 'other.onnx' }, 0, fetchPart);
  expect(response.status).toBe(404);
});

it('fails with a part that is cut or that the server does not have', async () => {
  const cut = serve({ change: (path, bytes) => (path.includes('part-2') ? bytes.slice(1) : bytes) });
  await expect(bytesOf(await fetchInParts(FILE, 0, cut.fetchPart))).rejects.toThrow(
    'part-2.onnx has 8 bytes instead of 9',
  );
  const { fetchPart } = serve();
  const refusing: FetchPart = (path, init) =>
    path.includes('part-3') ? Promise.resolve(new Response('', { status: 503 })) : fetchPart(path, init);
  await expect(bytesOf(await fetchInParts(FILE, 0, refusing))).rejects.toThrow('responded with 503');
});
