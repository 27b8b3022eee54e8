import { joinBytes, streamOf } from '../lib/bytes/byte-source.ts';
import { jobResponse } from '../storage/jobs/job-response.ts';
import type { JobInText } from '../storage/jobs/job-rows.ts';
import { withoutUtterances } from '../storage/jobs/stored-result.ts';
import { JSON_HEADERS } from './json-response.ts';

type Piece = string | Uint8Array<ArrayBuffer>;

const NO_RESULT = 'null}';
/** Answers up to this size go out in one piece. */
const LITTLE_BYTES = 1024 * 1024;

/** A job's response as JSON, around its result as it is stored: that of ten hours has 8 MB, and ten times as much as objects. */
export function jobInJson({ job, result }: JobInText, utterances: string | undefined): Piece[] {
  const response = JSON.stringify(jobResponse(job));
  if (!result || job.status !== 'done') return [response];
  // The result is the last of it, and null here.
  const text = utterances === 'false' ? withoutUtterances(result) : result;
  return [response.slice(0, -NO_RESULT.length), ...text, '}'];
}

/** An answer of JSON in pieces, which are not copied if they are many. */
export function jsonOfPieces(pieces: readonly Piece[]): Response {
  const encoder = new TextEncoder();
  const bytes = pieces.map((piece) =>
    typeof piece === 'string' ? new Uint8Array(encoder.encode(piece)) : piece,
  );
  const size = bytes.reduce((sum, { length }) => sum + length, 0);
  const body = size > LITTLE_BYTES ? streamOf(eachOf(bytes)) : joinBytes(bytes);
  return new Response(body, { headers: JSON_HEADERS });
}

async function* eachOf(
  pieces: Uint8Array<ArrayBuffer>[],
): AsyncGenerator<Uint8Array<ArrayBuffer>, void, undefined> {
  yield* pieces;
}
