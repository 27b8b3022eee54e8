import { create } from 'content-disposition';
import parseRange from 'range-parser';
import { type ByteSource, inPieces, streamOf } from '../lib/bytes/byte-source.ts';
import { AppError } from '../lib/errors/errors.ts';
import { msg } from '../lib/errors/msg.ts';
import { plainName } from '../lib/files/plain-name.ts';
import type { AudioRecord } from '../storage/database/records.ts';
import { errorResponse } from './middleware/answer-errors.ts';

interface ByteRange {
  /** Both inclusive. */
  start: number;
  end: number;
}

/** Stored audio, whole or one range (RFC 9110 §14); 304 if the caller has it, 416 for a range outside the file. */
export function audioResponse(request: Request, audio: AudioRecord, bytes: ByteSource): Response {
  // The bytes behind an id never change.
  const etag = `"${audio.id}"`;
  const headers = {
    'content-type': audio.type,
    // A name from a backup may have what no header can.
    'content-disposition': create(plainName(audio.filename), { type: 'inline' }),
    'cache-control': 'no-store',
    'accept-ranges': 'bytes',
    'x-content-type-options': 'nosniff',
    etag,
  };
  if (isListed(etag, request.headers.get('if-none-match'))) {
    return new Response(null, { status: 304, headers: { etag, 'cache-control': headers['cache-control'] } });
  }
  const ifRange = request.headers.get('if-range');
  const range = ifRange === null || ifRange === etag ? readRange(request, bytes.size) : 'whole';
  if (range === 'unsatisfiable') {
    const error = new AppError(
      'range_not_satisfiable',
      msg`The range lies outside the file, which has ${bytes.size} bytes.`,
    );
    return errorResponse(error, request.url, { 'content-range': `bytes */${bytes.size}` });
  }
  if (range === 'whole') {
    return new Response(streamOf(inPieces(bytes)), {
      headers: { ...headers, 'content-length': String(bytes.size) },
    });
  }
  return new Response(streamOf(inPieces(bytes, range.start, range.end + 1)), {
    status: 206,
    headers: {
      ...headers,
      'content-length': String(range.end - range.start + 1),
      'content-range': `bytes ${range.start}-${range.end}/${bytes.size}`,
    },
  });
}

/** Whether If-None-Match names this tag, or any (RFC 9110 §13.1.2): a proxy may have made it a weak one. */
function isListed(etag: string, ifNoneMatch: string | null): boolean {
  if (ifNoneMatch?.trim() === '*') return true;
  const tags: readonly string[] = ifNoneMatch?.match(/"[^"]*"/g) ?? [];
  return tags.includes(etag);
}

/**
 * Unreadable or several ranges may be answered with the whole file; ranges apply only to GET (RFC 9110 §14.2). One that
 * ends before it begins makes the header unreadable (§14.1.1), which the parser misses.
 */
function readRange(request: Request, size: number): ByteRange | 'whole' | 'unsatisfiable' {
  if (request.method !== 'GET') return 'whole';
  // A suffix longer than the file means the whole file; the parser would call it unsatisfiable.
  const header = request.headers
    .get('range')
    ?.replace(/^bytes=/i, 'bytes=')
    .replace(/^bytes=-(\d+)$/, (_, suffix: string) => `bytes=-${Math.min(Number(suffix), size)}`);
  if (!header || endsBeforeItBegins(header)) return 'whole';
  const ranges = parseRange(size, header);
  if (ranges === -1) return 'unsatisfiable';
  if (ranges === -2 || ranges.type !== 'bytes' || ranges.length > 1) return 'whole';
  return ranges[0] ?? 'whole';
}

const endsBeforeItBegins = (header: string): boolean =>
  [...header.matchAll(/(\d+)\s*-\s*(\d+)/g)].some(([, first, last]) => Number(last) < Number(first));
