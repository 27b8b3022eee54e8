import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { JSHandle, Page } from 'playwright';
import { isOwnHost } from './serve-folder.ts';

/** Of a connection, or set by the page's own request. */
const NOT_PASSED_ON =
  /^(?:host|connection|keep-alive|transfer-encoding|content-length|te|upgrade|expect|accept-encoding|cookie|origin|referer|user-agent|sec-.*|proxy-.*)$/;

/** Bytes of an answer that are handed over at once. */
const PIECE = 3 * 2 ** 20;

/** Whether a request comes from a program, or from a page of this server: pages of other sites send their origin. */
export function isFromProgram({ headers }: IncomingMessage): boolean {
  const { origin } = headers;
  if (
    headers['sec-fetch-site'] !== undefined &&
    !/^(?:same-origin|none)$/.test(String(headers['sec-fetch-site']))
  )
    return false;
  if (origin === undefined) return true;
  return URL.canParse(origin) && isOwnHost(new URL(origin).host) && new URL(origin).host === headers.host;
}

/** Sends an error of the API's shape. */
export function sendError(response: ServerResponse, status: number, message: string): void {
  const now = { timestamp: new Date().toISOString(), path: '/v2', request_id: 'G-gateway' };
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ ...now, statusCode: status, message }));
}

/**
 * Answers HTTP requests by the service in the app's page, which alone reaches its service worker. Bodies go to the browser as files of
 * `folder`, so that memory does not grow with them; answers come in pieces.
 */
export class PageAnswers {
  #count = 0;

  constructor(
    private readonly page: Page,
    private readonly folder: string,
  ) {}

  /** Rejects if the page has ended. */
  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = join(this.folder, `request-${this.#count++}`);
    const input = await this.page.evaluateHandle(() => {
      const element = document.createElement('input');
      element.type = 'file';
      return element;
    });
    try {
      const hasBody = request.method !== 'GET' && request.method !== 'HEAD' && request.method !== 'DELETE';
      if (hasBody) {
        await pipeline(request, createWriteStream(path));
        await input.setInputFiles(path);
      }
      const answer = await this.page.evaluateHandle(
        async ({ element, address, method, headers }) => {
          const file = element.files?.[0];
          // Its type is that of the request's header, not of the file.
          const body = file === undefined ? null : file.slice(0, file.size, '');
          const answered = await fetch(address, { method, headers, body });
          const blob = await answered.blob();
          return { status: answered.status, headers: [...answered.headers], size: blob.size, blob };
        },
        {
          element: input,
          address: request.url ?? '/',
          method: request.method ?? 'GET',
          headers: passedOn(request),
        },
      );
      await send(answer, response);
    } finally {
      await input.dispose();
      await rm(path, { force: true });
    }
  }
}

const passedOn = ({ headers }: IncomingMessage): [string, string][] =>
  Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    NOT_PASSED_ON.test(name) || value === undefined ? [] : [[name, [value].flat().join(', ')]],
  );

interface Answer {
  status: number;
  headers: [string, string][];
  size: number;
  blob: Blob;
}

async function send(answer: JSHandle<Answer>, response: ServerResponse): Promise<void> {
  try {
    const { status, headers, size } = await answer.evaluate(({ blob: _, ...head }) => head);
    const kept = headers.filter(([name]) => !/^(?:content-length|access-control-.*)$/.test(name));
    response.writeHead(status, { ...Object.fromEntries(kept), 'content-length': String(size) });
    for (let from = 0; from < size; from += PIECE) {
      const piece = await answer.evaluate(
        ({ blob }, [start, end]) =>
          new Promise<string>((resolve, reject) => {
            const reader = new FileReader();
            reader.onload = () => resolve(String(reader.result).split(',')[1] ?? '');
            reader.onerror = () => reject(reader.error);
            reader.readAsDataURL(blob.slice(start, end));
          }),
        [from, from + PIECE] as const,
      );
      response.write(Buffer.from(piece, 'base64'));
    }
    response.end();
  } finally {
    await answer.dispose();
  }
}
