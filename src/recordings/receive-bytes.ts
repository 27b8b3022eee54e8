import { AppError, isAbort } from '../lib/errors/errors.ts';
import { msg } from '../lib/errors/msg.ts';
import { waitFor } from '../lib/wait-for.ts';

type Bytes = AsyncGenerator<Uint8Array<ArrayBuffer>, void, undefined>;

export interface Receiving {
  /** The answer to a request for the whole file; its body has not been read. */
  whole: Response;
  /** Requests a part of the same file: `range` is the value of its Range header. */
  askFor: (range: string) => Promise<Response>;
  signal?: AbortSignal | undefined;
  partBytes?: number;
  /** Waits after parts that were lost; after the last one the file counts as lost. */
  retryDelaysMs?: readonly number[];
}

/** Bytes that may be in memory at once where a browser takes them faster than they are read. */
const PART_BYTES = 16 * 1024 * 1024;

/** A large file is many requests, of which any may fail. */
const RETRY_DELAYS_MS = [500, 2_000];

/**
 * The bytes of a remote file as they arrive. Firefox and WebKit take a body from the network whether or not it is read, and
 * keep the rest in memory; so a file of more than two parts is requested part by part, if its server answers such requests.
 * A lost part is requested again from where it ended.
 *
 * @throws AppError 502 if the file changes meanwhile; whatever `askFor` and the connection throw
 */
export async function* receiveBytes(receiving: Receiving): Bytes {
  const { whole, partBytes = PART_BYTES } = receiving;
  const size = Number(whole.headers.get('content-length') ?? 0);
  if (size > 2 * partBytes && (await servesParts(receiving, size))) {
    await whole.body?.cancel();
    yield* inParts(receiving, size);
  } else yield* chunksOf(whole);
}

/**
 * Whether the server answers with parts, and the file has that size. Asks for the last byte and one beyond it, because a
 * page may not read Content-Range of another site, and a compressed answer announces another size.
 */
async function servesParts({ whole, askFor }: Receiving, size: number): Promise<boolean> {
  try {
    const response = await askFor(`bytes=${size - 1}-${size}`);
    if (response.status !== 206 || !isSameFile(whole, response)) {
      await response.body?.cancel();
      return false;
    }
    return (await response.arrayBuffer()).byteLength === 1;
  } catch (error) {
    if (isAbort(error)) throw error;
    return false;
  }
}

async function* inParts(receiving: Receiving, size: number): Bytes {
  const { signal, partBytes = PART_BYTES, retryDelaysMs = RETRY_DELAYS_MS } = receiving;
  let failures = 0;
  for (let received = 0; received < size; ) {
    const end = Math.min(size, received + partBytes);
    try {
      for await (const chunk of part(receiving, received, end)) {
        received += chunk.length;
        failures = 0;
        yield chunk;
      }
    } catch (error) {
      const delayMs = retryDelaysMs[failures];
      if (signal?.aborted || isAbort(error) || error instanceof AppError || delayMs === undefined)
        throw error;
      failures += 1;
      await waitFor(delayMs, signal);
    }
  }
}

/** The bytes from `start` up to `end`. */
async function* part({ whole, askFor }: Receiving, start: number, end: number): Bytes {
  const response = await askFor(`bytes=${start}-${end - 1}`);
  if (response.status !== 206) {
    await response.body?.cancel();
    // A changed file, or a server that is busy: only the latter may pass.
    if (response.ok) throw changed();
    throw new Error(`The server returned ${response.status}.`);
  }
  if (!isSameFile(whole, response)) {
    await response.body?.cancel();
    throw changed();
  }
  let missing = end - start;
  for await (const chunk of chunksOf(response)) {
    missing -= chunk.length;
    if (missing < 0) throw changed();
    yield chunk;
  }
  if (missing > 0) throw new Error('The part ended early.');
}

const changed = () =>
  new AppError('remote_audio', msg`The file changed on its server while it was being fetched.`);

/** False if the headers that a page can read say that the file has changed. */
function isSameFile({ headers: before }: Response, { headers: now }: Response): boolean {
  return ['etag', 'last-modified'].every((name) => {
    const [old, current] = [before.get(name), now.get(name)];
    return old === null || current === null || bare(old) === bare(current);
  });
}

/** A tag whose weakness does not matter: servers that compress make it weak. */
const bare = (tag: string) => tag.replace(/^W\//, '');

/** The body of an answer; its connection ends with the reading. */
async function* chunksOf(response: Response): Bytes {
  const reader = response.body?.getReader();
  if (!reader) return;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    // A body that failed cannot be cancelled.
    await reader.cancel().catch(() => undefined);
  }
}
