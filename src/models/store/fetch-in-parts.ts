import { streamOf } from '../../lib/bytes/byte-source.ts';
import { type FileInParts, partsOf } from '../manifest/file-parts.ts';
import { isWebPage } from './served-models.ts';

/** Requests a part by its path, perhaps with a range. */
export type FetchPart = (path: string, init?: RequestInit) => Promise<Response>;

/**
 * Joins the parts of a file from a byte on into one response, with a length, and with a range where it does not begin with the first
 * byte. A part is requested when the one before it has arrived. A first part that is refused is the response; a later one that is
 * refused, or has another length, fails the stream.
 *
 * @param from number of bytes to leave out
 */
export async function fetchInParts(file: FileInParts, from: number, fetchPart: FetchPart): Promise<Response> {
  const parts = partsOf(file);
  const size = parts[0]?.bytes ?? 0;
  const start = Math.floor(from / size);
  const first = await openPart(parts[start]?.path ?? file.path, from - start * size, fetchPart);
  if (!isPart(first)) return first;
  async function* bytes(): AsyncGenerator<Uint8Array<ArrayBuffer>, void, undefined> {
    for (let at = start; at < parts.length; at++) {
      const { path, bytes: whole } = parts[at] ?? { path: '', bytes: 0 };
      const skipped = at === start ? from - start * size : 0;
      const response = at === start ? first : await openPart(path, 0, fetchPart);
      if (!isPart(response)) {
        await response.body?.cancel();
        throw new TypeError(`${path}: the server responded with ${response.status}.`);
      }
      yield* bytesOf(response, path, { whole, skipped });
    }
  }
  const headers = new Headers({ 'content-length': String(file.bytes - from) });
  if (from > 0) headers.set('content-range', `bytes ${from}-${file.bytes - 1}/${file.bytes}`);
  return new Response(streamOf(bytes()), { status: from > 0 ? 206 : 200, headers });
}

const openPart = (path: string, skipped: number, fetchPart: FetchPart): Promise<Response> =>
  fetchPart(path, skipped > 0 ? { headers: { Range: `bytes=${skipped}-` } } : {});

const isPart = (response: Response): boolean =>
  (response.status === 200 || response.status === 206) && !isWebPage(response);

/** The bytes of a part after those that are left out: a server without ranges sends these, too. */
async function* bytesOf(
  { status, body }: Response,
  path: string,
  { whole, skipped }: { whole: number; skipped: number },
): AsyncGenerator<Uint8Array<ArrayBuffer>, void, undefined> {
  let position = status === 206 ? skipped : 0;
  const reader = body?.getReader();
  try {
    for (;;) {
      const { done = true, value } = (await reader?.read()) ?? {};
      if (done || !value) break;
      const next = position + value.length;
      if (next > skipped) yield value.subarray(Math.max(0, skipped - position));
      position = next;
    }
  } finally {
    await reader?.cancel().catch(() => null);
  }
  if (position !== whole) throw new TypeError(`${path} has ${position} bytes instead of ${whole}.`);
}
