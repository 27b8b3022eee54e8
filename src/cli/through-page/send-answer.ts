import type { ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import type { JSHandle } from 'playwright';
import { sentenceOf } from '../command/say-failure.ts';

/** Bytes of an answer that are handed over at once: so many are held for a client that does not read them. */
const PIECE = 2 ** 19;

/** How long a client may read no byte of what it was sent. */
const STALLED_MS = 300_000;

/** Headers of the page's own connection, or of its origin. */
const NOT_PASSED_ON = /^(?:access-control-.*|vary|connection|keep-alive|transfer-encoding)$/;

/** An answer in the page. */
export interface PageAnswer {
  status: number;
  headers: [string, string][];
  reader: ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>> | null;
  /** What was read, and is not handed over yet. */
  rest?: Uint8Array<ArrayBuffer> | undefined;
  /** Events are handed over as they come. */
  isEvents: boolean;
}

interface Piece {
  base64: string;
  isLast: boolean;
}

/** As fast as its client reads it. Rejects if the page or the client goes away, or the client reads nothing for long. */
export async function sendAnswer(
  answer: JSHandle<PageAnswer>,
  response: ServerResponse,
  stalledMs = STALLED_MS,
): Promise<void> {
  try {
    const { status, headers, isEvents } = await answer.evaluate(headOf);
    const first = isEvents ? null : await answer.evaluate(nextPiece, PIECE);
    const kept = headers.filter(([name]) => !NOT_PASSED_ON.test(name));
    const isWhole = first?.isLast && first.base64 !== '';
    response.writeHead(status, {
      ...Object.fromEntries(kept),
      ...(isWhole && { 'content-length': String(Buffer.byteLength(first.base64, 'base64')) }),
    });
    if (isEvents) response.flushHeaders();
    const next = async (): Promise<Piece> => {
      // The page may take its time.
      response.setTimeout(0);
      try {
        return await answer.evaluate(nextPiece, PIECE);
      } catch (error) {
        if (!response.destroyed) console.error(sentenceOf(error));
        throw error;
      } finally {
        response.setTimeout(stalledMs);
      }
    };
    response.once('timeout', () => response.destroy());
    response.setTimeout(stalledMs);
    await pipeline(piecesFrom(first, next), response);
  } finally {
    await answer.dispose();
  }
}

async function* piecesFrom(first: Piece | null, next: () => Promise<Piece>): AsyncGenerator<Buffer> {
  for (let piece = first; ; piece = await next()) {
    if (piece) yield Buffer.from(piece.base64, 'base64');
    if (piece?.isLast) return;
  }
}

// These run in the page.

const headOf = ({ status, headers, isEvents }: PageAnswer) => ({ status, headers, isEvents });

async function nextPiece(answer: PageAnswer, most: number): Promise<Piece> {
  const { reader, isEvents } = answer;
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let isLast = reader === null;
  for (let bytes = 0; reader && !isLast && bytes < most; ) {
    const value = answer.rest ?? (await reader.read()).value;
    answer.rest = undefined;
    if (value) {
      const part = isEvents ? value : value.subarray(0, most - bytes);
      if (part.length < value.length) answer.rest = value.subarray(part.length);
      parts.push(part);
      bytes += isEvents ? most : part.length;
    } else isLast = true;
  }
  const base64 = await new Promise<string>((resolve, reject) => {
    const file = new FileReader();
    file.onload = () => resolve(String(file.result).split(',')[1] ?? '');
    file.onerror = () => reject(file.error);
    file.readAsDataURL(new Blob(parts));
  });
  return { base64, isLast };
}
