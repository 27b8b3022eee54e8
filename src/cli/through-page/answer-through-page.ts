import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { JSHandle, Page } from 'playwright';
import type * as OpenAiScript from '../../client/openai/answer-openai.ts';
import { isOwnHost } from '../server/serve-folder.ts';
import { receiveForm } from './receive-form.ts';

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

/** Sends an error in the shape of the wire that was asked. */
export function sendError(
  { url = '' }: IncomingMessage,
  response: ServerResponse,
  status: number,
  message: string,
): void {
  response.setHeader('content-type', 'application/json');
  if (!url.startsWith('/v2')) {
    const error = { message, type: 'server_error', param: null, code: null };
    response.writeHead(status).end(JSON.stringify({ error }));
    return;
  }
  const now = { timestamp: new Date().toISOString(), path: '/v2', request_id: 'G-gateway' };
  response.writeHead(status).end(JSON.stringify({ ...now, statusCode: status, message }));
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

  /**
   * Rejects if the page has ended. A client that goes away ends its request.
   *
   * @param openAiPath path of the base URL in OpenAI's wire, if the request is below one
   */
  async answer(request: IncomingMessage, response: ServerResponse, openAiPath: string | null): Promise<void> {
    const path = join(this.folder, `request-${this.#count++}`);
    const held = await this.page.evaluateHandle(() => {
      const input = document.createElement('input');
      input.type = 'file';
      return { input, control: new AbortController() };
    });
    const input = await held.evaluateHandle(({ input }) => input);
    response.once('close', () => {
      if (!response.writableFinished) held.evaluate(({ control }) => control.abort()).catch(() => undefined);
    });
    try {
      const hasBody = request.method !== 'GET' && request.method !== 'HEAD' && request.method !== 'DELETE';
      // Without the browser taking it apart, which would read it whole.
      const form = hasBody && openAiPath !== null ? await receiveForm(request, path) : null;
      if (hasBody && openAiPath === null) await pipeline(request, createWriteStream(path));
      if (form?.file || (hasBody && openAiPath === null)) await input.setInputFiles(path);
      const answer = await this.page.evaluateHandle(
        async ({ held: { input, control }, address, method, headers, openAi }) => {
          const { signal } = control;
          const file = input.files?.[0];
          // Its type is that of the request's header, not of the file.
          const body = file === undefined ? null : file.slice(0, file.size, '');
          const send = async (): Promise<Response> => {
            if (!openAi) return fetch(address, { method, headers, body, signal });
            const { answerOpenAi }: typeof OpenAiScript = await import(openAi.script);
            const request = new Request(address, { method, headers, signal });
            if (!openAi.form) return answerOpenAi(request, openAi.base);
            const form = new FormData();
            for (const [name, value] of openAi.form.fields) form.append(name, value);
            const sent = openAi.form.file;
            if (sent && body) form.append(sent.name, body, sent.filename);
            return answerOpenAi(request, openAi.base, form);
          };
          const answered = await send();
          const head = { status: answered.status, headers: [...answered.headers] };
          const events = answered.headers.get('content-type') === 'text/event-stream' ? answered.body : null;
          if (events) return { ...head, events: events.getReader(), blob: null };
          return { ...head, events: null, blob: await answered.blob() };
        },
        {
          held,
          address: request.url ?? '/',
          method: request.method ?? 'GET',
          headers: passedOn(request),
          openAi:
            openAiPath === null
              ? null
              : {
                  script: new URL('/openai.js', this.page.url()).href,
                  base: new URL(openAiPath, this.page.url()).href,
                  form,
                },
        },
      );
      await send(answer, response);
    } finally {
      await Promise.all([input.dispose(), held.dispose(), rm(path, { force: true })]);
    }
  }
}

const passedOn = ({ headers }: IncomingMessage): [string, string][] =>
  Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    NOT_PASSED_ON.test(name) || value === undefined ? [] : [[name, [value].flat().join(', ')]],
  );

interface Head {
  status: number;
  headers: [string, string][];
}
type Answer = Head &
  ({ events: ReadableStreamDefaultReader<Uint8Array>; blob: null } | { events: null; blob: Blob });

async function send(answer: JSHandle<Answer>, response: ServerResponse): Promise<void> {
  try {
    const { status, headers, size } = await answer.evaluate(({ status, headers, blob }) => ({
      status,
      headers,
      size: blob?.size ?? null,
    }));
    const kept = headers.filter(([name]) => !/^(?:content-length|access-control-.*)$/.test(name));
    response.writeHead(status, {
      ...Object.fromEntries(kept),
      ...(size !== null && { 'content-length': String(size) }),
    });
    if (size === null) await sendEvents(answer, response);
    for (let from = 0; size !== null && from < size; from += PIECE) {
      const piece = await answer.evaluate(
        ({ blob }, [start, end]) =>
          new Promise<string>((resolve, reject) => {
            const reader = new FileReader();
            reader.onload = () => resolve(String(reader.result).split(',')[1] ?? '');
            reader.onerror = () => reject(reader.error);
            reader.readAsDataURL(blob?.slice(start, end) ?? new Blob());
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

/** Sends each event as it comes. */
async function sendEvents(answer: JSHandle<Answer>, response: ServerResponse): Promise<void> {
  response.flushHeaders();
  for (;;) {
    const text = await answer.evaluate(async ({ events }) => {
      const read = await events?.read();
      return read?.value ? new TextDecoder().decode(read.value) : null;
    });
    if (text === null) return;
    response.write(text);
  }
}
