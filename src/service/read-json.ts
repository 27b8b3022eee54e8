import { parse } from 'content-type';
import { invalidParameters } from '../contract/errors/invalid-parameters.ts';
import type { FormPart } from '../contract/jobs/handed-form.ts';
import { AppError } from '../lib/errors/errors.ts';
import { msg } from '../lib/errors/msg.ts';
import { isDeeperThan, MAX_DEPTH } from '../lib/json-depth.ts';
import { splitParts } from './multipart/split-parts.ts';

/** Far above any real request; a vocabulary of 20,000 words takes half. */
export const MAX_JSON_BYTES = 1024 * 1024;

/** For bodies that hold a transcript: 24 hours of speech take about 25 MB. */
export const MAX_TRANSCRIPT_BYTES = 64 * 1024 * 1024;

/** A request's media type in lower case, without parameters; empty if it has none. */
export function mediaType(request: Request): string {
  return parse(request.headers.get('content-type') ?? '', { parameters: false }).type.toLowerCase();
}

/** Parses a JSON body. Throws 415 for another type, 413 over `most` bytes (1 MiB by default), 400 if malformed. */
export async function readJson(request: Request, most = MAX_JSON_BYTES): Promise<unknown> {
  const type = mediaType(request);
  if (type !== 'application/json') {
    throw new AppError(
      'unsupported_media',
      msg`The body must be application/json, not ${type || 'of no type'}.`,
    );
  }
  return readValue(await (await readBody(request, most)).text());
}

/** The value of a JSON text. Throws 400 if it is malformed or too deep. */
export function readValue(text: string): unknown {
  const value = parseJson(text);
  if (isDeeperThan(value, MAX_DEPTH)) {
    throw invalidParameters([`body must have at most ${MAX_DEPTH} levels`]);
  }
  return value;
}

/** A request's body as bytes. Throws 413 over `most` bytes. */
export async function readBytes(request: Request, most: number): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await (await readBody(request, most)).arrayBuffer());
}

/** Parts of a request's form, which is `multipart/form-data`. Throws 413 over `most` bytes, 400 if it is malformed. */
export async function readForm(request: Request, most: number): Promise<FormPart[]> {
  const boundary = boundaryOf(request);
  return splitParts(await readBody(request, most), boundary);
}

/** Whether a request's body is a form whose parts can be distinguished. */
export const isForm = (request: Request): boolean =>
  mediaType(request) === 'multipart/form-data' && boundaryIn(request) !== undefined;

const boundaryIn = (request: Request) => parse(request.headers.get('content-type') ?? '').parameters.boundary;

/** The boundary between the parts of a request's form. Throws 400 if it has none. */
export function boundaryOf(request: Request): string {
  // Not from a Blob's own type, which is lower-case: boundaries are case-sensitive.
  const boundary = boundaryIn(request);
  if (!boundary) throw invalidParameters(['content-type must name the boundary of its parts']);
  return boundary;
}

async function readBody(request: Request, most: number): Promise<Blob> {
  refuseOver(Number(request.headers.get('content-length') ?? 0), most);
  // Firefox has no `Request.body`: there the browser collects the body, a large one on disk.
  const body = request.body ? await readStream(request.body, most) : await request.blob();
  refuseOver(body.size, most);
  return body;
}

/** Stops reading at the limit, so that an endless body costs nothing. */
async function readStream(stream: ReadableStream<Uint8Array<ArrayBuffer>>, most: number): Promise<Blob> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let received = 0;
  const reader = stream.getReader();
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    received += read.value.byteLength;
    if (received > most) await reader.cancel();
    refuseOver(received, most);
    chunks.push(read.value);
  }
  return new Blob(chunks);
}

/** Throws 413 if a body has more than `most` bytes. */
export function refuseOver(bytes: number, most: number): void {
  if (bytes <= most) return;
  throw new AppError('too_large', msg`The body is larger than ${most} bytes.`);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw invalidParameters(['body must be valid JSON'], error);
  }
}
