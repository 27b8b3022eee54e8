import type { ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import type { JSHandle } from 'playwright';
import { sentenceOf } from '../command/say-failure.ts';

/** Bytes of an answer that are handed over at once. */
const PIECE = 3 * 2 ** 20;

/** Headers of the page's own connection, or of its origin. */
const NOT_PASSED_ON = /^(?:access-control-.*|vary|connection|keep-alive|transfer-encoding)$/;

/** An answer in the page. */
export interface PageAnswer {
  status: number;
  headers: [string, string][];
  reader: ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>> | null;
  /** Events are handed over as they come. */
  isEvents: boolean;
}

interface Piece {
  base64: string;
  isLast: boolean;
}

/** As fast as its client reads it. Rejects if the page or the client goes away. */
export async function sendAnswer(answer: JSHandle<PageAnswer>, response: ServerResponse): Promise<void> {
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
    const pieces = piecesFrom(answer, first, (error) => {
      if (!response.destroyed) console.error(sentenceOf(error));
    });
    await pipeline(pieces, response);
  } finally {
    await answer.dispose();
  }
}

async function* piecesFrom(
  answer: JSHandle<PageAnswer>,
  first: Piece | null,
  onFailure: (error: unknown) => void,
): AsyncGenerator<Buffer> {
  const next = () =>
    answer.evaluate(nextPiece, PIECE).catch((error: unknown) => {
      onFailure(error);
      throw error;
    });
  for (let piece = first; ; piece = await next()) {
    if (piece) yield Buffer.from(piece.base64, 'base64');
    if (piece?.isLast) return;
  }
}

// These run in the page.

const headOf = ({ status, headers, isEvents }: PageAnswer) => ({ status, headers, isEvents });

async function nextPiece({ reader, isEvents }: PageAnswer, most: number): Promise<Piece> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let isLast = reader === null;
  for (let bytes = 0; reader && !isLast && bytes < most; ) {
    const { value } = await reader.read();
    if (value) {
      parts.push(value);
      bytes += isEvents ? most : value.length;
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
