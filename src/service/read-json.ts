import { parse } from 'content-type';
import { invalidParameters } from '../contract/invalid-parameters.ts';
import { AppError } from '../lib/errors.ts';

/** Far above any real request; a vocabulary of 20,000 words takes half. */
export const MAX_JSON_BYTES = 1024 * 1024;

/** Deeper values could not be stored or returned: both recurse. */
const MAX_DEPTH = 100;

/** A request's media type in lower case, without parameters; empty if it has none. */
export function mediaType(request: Request): string {
  return parse(request.headers.get('content-type') ?? '', { parameters: false }).type.toLowerCase();
}

/** Parses a request's JSON body. Throws 415 for another type, 413 over 1 MiB, 400 if it is malformed. */
export async function readJson(request: Request): Promise<unknown> {
  const type = mediaType(request);
  if (type !== 'application/json') {
    throw new AppError(
      'unsupported_media',
      `The body must be application/json, not ${type || 'of no type'}.`,
    );
  }
  const value = parseJson(await readText(request));
  if (isDeeperThan(value, MAX_DEPTH)) {
    throw invalidParameters([`body must have at most ${MAX_DEPTH} levels`]);
  }
  return value;
}

async function readText(request: Request): Promise<string> {
  refuseOver(Number(request.headers.get('content-length') ?? 0));
  // Firefox has no `Request.body`: there the browser collects the body, a large one on disk.
  const body = request.body ? await readStream(request.body) : await request.blob();
  refuseOver(body.size);
  return body.text();
}

/** Stops reading at the limit, so that an endless body costs nothing. */
async function readStream(stream: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<Blob> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let received = 0;
  const reader = stream.getReader();
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    received += read.value.byteLength;
    if (received > MAX_JSON_BYTES) await reader.cancel();
    refuseOver(received);
    chunks.push(read.value);
  }
  return new Blob(chunks);
}

function refuseOver(bytes: number): void {
  if (bytes <= MAX_JSON_BYTES) return;
  throw new AppError('too_large', `The JSON body is larger than ${MAX_JSON_BYTES} bytes.`);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw invalidParameters(['body must be valid JSON'], error);
  }
}

function isDeeperThan(value: unknown, depth: number): boolean {
  let level: unknown[] = [value];
  for (let passed = 0; level.length > 0; passed++) {
    level = level.filter((item) => typeof item === 'object' && item !== null);
    if (passed >= depth && level.length > 0) return true;
    level = level.flatMap((item) => Object.values(item ?? {}));
  }
  return false;
}
