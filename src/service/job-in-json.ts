import { joinBytes } from '../lib/bytes/byte-source.ts';
import { jobResponse } from '../storage/jobs/job-response.ts';
import type { JobInText } from '../storage/jobs/job-rows.ts';
import { withoutUtterances } from '../storage/jobs/stored-result.ts';
import { JSON_HEADERS } from './json-response.ts';

type Piece = string | Uint8Array<ArrayBuffer>;

const NO_RESULT = 'null}';

/** A job's response as JSON, around its result as it is stored: that of ten hours has 8 MB, and ten times as much as objects. */
export function jobInJson({ job, result }: JobInText, utterances: string | undefined): Piece[] {
  const response = JSON.stringify(jobResponse(job));
  if (!result || job.status !== 'done') return [response];
  // The result is the last of it, and null here.
  const text = utterances === 'false' ? withoutUtterances(result) : result;
  return [response.slice(0, -NO_RESULT.length), ...text, '}'];
}

/** An answer of JSON in pieces: one copy of its bytes, 8 MB for ten hours. */
export function jsonOfPieces(pieces: readonly Piece[]): Response {
  const encoder = new TextEncoder();
  const bytes = pieces.map((piece) => (typeof piece === 'string' ? encoder.encode(piece) : piece));
  return new Response(joinBytes(bytes), { headers: JSON_HEADERS });
}
